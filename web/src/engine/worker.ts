import createEngine from 'virtual:boxcars-engine';
import type { Engine } from './interface';
import type { FromWorker, ToWorker } from './messages';

let engine: Promise<Engine> | undefined;
let budget = 1;

const post = (message: FromWorker) => self.postMessage(message);

/** The engine's loader would compile the wasm again in each Worker: it is given the module that the page has compiled. */
function start(module: WebAssembly.Module | null): Promise<Engine> {
  if (!module) return createEngine();
  return new Promise((resolve, reject) => {
    createEngine({
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(module, imports).then((instance) => receive(instance, module), reject);
        return {}; // it comes later
      },
    }).then(resolve, reject);
  });
}

async function obey(message: ToWorker): Promise<void> {
  if (message.kind === 'start') {
    budget = message.budget;
    engine = start(message.module);
    return;
  }
  const ready = await engine;
  if (!ready) throw new Error('not started');
  if (message.kind === 'file') {
    ready.FS.writeFile('/' + message.name, message.bytes);
    return;
  }
  if (message.kind === 'forget') {
    ready.FS.unlink('/' + message.name);
    return;
  }
  const { job, args, stdin, columns = 1000 } = message;
  const onProgress = (line: string) => post({ kind: 'progress', job, line });
  const result = ready.run(args, { stdin, columns, boardFolders: ['/'], budget, onProgress });
  post({ kind: 'done', job, result, memory: ready.HEAPU8?.byteLength ?? 0 });
}

/** As an error of the Worker, which the page hears. */
const tell = (error: unknown): void =>
  void setTimeout(() => {
    throw error;
  });

let last = Promise.resolve();
self.onmessage = (event: MessageEvent<ToWorker>) => {
  last = last.then(() => obey(event.data)).catch(tell);
};
