// Keeps the whole site on the device. A new version is loaded beside the old one, and used from the next visit on.
const version = 'boxcars-__VERSION__';
const files = __FILES__;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(version)
      .then((cache) => cache.addAll(files.map((file) => new Request(file, { cache: 'no-cache' }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith('boxcars-') && name !== version;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) return;
  const kept = caches.open(version).then((cache) => {
    const page = event.request.mode === 'navigate' && !event.request.url.endsWith('boxcars.html');
    return cache.match(page ? 'index.html' : event.request, { ignoreSearch: true });
  });
  event.respondWith(kept.then((answer) => answer ?? fetch(event.request)));
});
