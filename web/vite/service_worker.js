// Keeps the whole site on the device. A new version is loaded beside the old one, and used as soon as no page of the old one is open.
const prefix = `boxcars ${self.registration.scope} `; // other sites of this origin have their own
const version = prefix + '__VERSION__';
const files = __FILES__;

self.addEventListener('install', (event) => {
  const fresh = files.map((file) => new Request(file, { cache: 'no-cache' }));
  event.waitUntil(caches.open(version).then((cache) => cache.addAll(fresh)));
});

self.addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith(prefix) && name !== version;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  if (method !== 'GET' || new URL(url).origin !== location.origin) return;
  const isPage = mode === 'navigate' && url.split(/[?#]/)[0] === self.registration.scope;
  const kept = caches.open(version).then((cache) => cache.match(isPage ? 'index.html' : event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((answer) => answer ?? fetch(event.request)));
});
