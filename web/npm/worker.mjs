// A thread with an engine that answers what index.mjs asks.
import { parentPort } from 'node:worker_threads';
import createEngine from './engine/boxcars.mjs';
import { at_home, board_folders, engine_argument } from './host.mjs';

const windows = process.platform === 'win32';
let engine;
parentPort.on('message', async ({ args, stdin, columns, progress }) => {
  try {
    engine ??= await createEngine();
    at_home(engine, process.cwd(), [...args, ...board_folders()]);
    const onProgress = progress ? (text) => parentPort.postMessage({ progress: text }) : undefined;
    const result = engine.run(
      args.map((argument) => engine_argument(argument, windows)),
      { stdin, columns, boardFolders: board_folders(), onProgress },
    );
    parentPort.postMessage({ result, memory: engine.HEAPU8.length });
  } catch (error) {
    parentPort.postMessage({ error: String(error?.message ?? error) });
  }
});
