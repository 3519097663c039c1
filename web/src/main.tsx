import { render } from 'preact';
import { fromHash } from './command/address';
import { loadDescribe } from './describe/loaded';
import { loadFiles } from './kept/files';
import { readAddress } from './line/line';
import { App, failure } from './shell/App';

addEventListener('popstate', readAddress);
addEventListener('hashchange', readAddress);

const opened = loadFiles();
const ready = Promise.all([opened, loadDescribe()]);
const address = fromHash(location.hash);
const isAboutFiles = address.files.length > 0 || address.isDamaged || /\.toml/i.test(address.line); // which has to be compared with those that are here
if (isAboutFiles) void opened.then(readAddress);
else readAddress();
const root = document.getElementById('app')!;
render(<App />, root);
ready.then(
  () => (document.documentElement.dataset.ready = 'true'),
  (error: Error) => (failure.value = error.message),
);

// Afterwards: what it loads for later would keep the first answer waiting.
const later = 1000; // ms
if ('serviceWorker' in navigator && location.protocol.startsWith('http') && import.meta.env.PROD && !__SINGLE__)
  void ready.finally(() => setTimeout(() => void navigator.serviceWorker.register('./sw.js'), later)).catch(() => undefined);
