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
if (fromHash(location.hash).files.length) void opened.then(readAddress);
else readAddress();
const root = document.getElementById('app')!;
render(<App />, root);
ready.then(
  () => (document.documentElement.dataset.ready = 'true'),
  (error: Error) => (failure.value = error.message),
);

if ('serviceWorker' in navigator && location.protocol.startsWith('http') && import.meta.env.PROD && !__SINGLE__)
  void navigator.serviceWorker.register('./sw.js');
