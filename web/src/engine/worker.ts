import createEngine from 'virtual:boxcars-engine';
import type { Engine } from './interface';
import type { FromWorker, ToWorker } from './messages';
import type { Progress } from './told';

let engine: Promise<Engine> | undefined;
let budget = 1;

// A folder of their own: beside the engine's, a file called tmp or dev would not find room.
const opened = '/opened';

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
    engine = start(message.module).then((made) => (made.FS.mkdir(opened), made.FS.chdir(opened), made));
    return;
  }
  const ready = await engine;
  if (!ready) throw new Error('not started');
  if (message.kind === 'file') return change(() => ready.FS.writeFile(`${opened}/${message.name}`, message.bytes));
  if (message.kind === 'forget') return change(() => ready.FS.unlink(`${opened}/${message.name}`));
  const { job, args, stdin, columns = 1000 } = message;
  const onProgress = (line: string) => post({ kind: 'progress', job, progress: JSON.parse(line) as Progress });
  const result = ready.run(['--messages', 'json', ...args], { stdin, columns, boardFolders: [opened], budget, onProgress });
  post({ kind: 'done', job, result, memory: ready.HEAPU8?.byteLength ?? 0 });
}

/** What the engine cannot keep is not there when it is asked for, and that is told then. */
function change(what: () => void): void {
  try {
    what();
  } catch (error) {
    console.warn(error);
  }
}

/** As an error of the Worker, which the page hears. */
const tell = (error: unknown): void =>
  void setTimeout(() => {
    throw error instanceof Error ? error : new Error(String((error as { message?: string } | null)?.message ?? error));
  });

let last = Promise.resolve();
self.onmessage = (event: MessageEvent<ToWorker>) => {
  last = last.then(() => obey(event.data)).catch(tell);
};
