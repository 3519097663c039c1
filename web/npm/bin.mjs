#!/usr/bin/env node
// The program: a thread answers, and this one hears Ctrl-C.
import fs from 'node:fs';
import tty from 'node:tty';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';

const waiting = 0,
  stopped = 1,
  heard = 2,
  thrown = 3; // places of what both threads see
// ms until who does not hear is ended: the engine looks up only now and then. Trials that were thrown are worth waiting for.
const patience = 700,
  patience_for_trials = 2500;
const interrupted = 130,
  closed = 141,
  failed = 1;

const main = () => {
  const shared = new Int32Array(new SharedArrayBuffer(16));
  const terminal = tty.isatty(1);
  const worker = new Worker(new URL(import.meta.url), {
    workerData: {
      shared,
      args: process.argv.slice(2),
      terminal,
      told_on_terminal: tty.isatty(2) && process.env.TERM !== 'dumb',
      width: process.stdout.columns,
    },
  });
  worker.on('message', (status) => (process.exitCode = status));
  worker.on('error', (error) => {
    process.stderr.write(`boxcars: failed (${error.message}); please report it with the command\n`);
    process.exitCode = failed;
  });
  let first = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    const on_signal = () => {
      const again = first && Date.now() - first > 500; // not the same Ctrl-C, sent to the process and to its group
      first ||= Date.now();
      if (again || Atomics.load(shared, waiting)) end_at_once(signal);
      Atomics.store(shared, stopped, 1);
      const wait = Atomics.load(shared, thrown) ? patience_for_trials : patience;
      setTimeout(() => Atomics.load(shared, heard) || end_at_once(signal), wait).unref();
    };
    process.on(signal, on_signal);
  }
  // Without waiting for the thread, which may wait for standard input.
  const end_at_once = (signal) => {
    if (process.platform === 'win32') process.exit(interrupted);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  };
};

const answer = async () => {
  const { default: createEngine } = await import('./engine/boxcars.mjs');
  const { at_home, board_folders, engine_argument, style_of } = await import('./host.mjs');
  const { shared, args, terminal, told_on_terminal, width } = workerData;
  const pause = () => Atomics.wait(shared, stopped, 0, 20);
  // Calls what reads or writes until it can.
  const until_done = (call, at_end) => {
    for (;;) {
      try {
        return call();
      } catch (error) {
        if (error.code === 'EOF') return 0;
        if (error.code !== 'EAGAIN') return at_end(error);
        pause();
      }
    }
  };
  // A pipe that nobody reads any more ends it all, without a word; a full disk is told, by the program.
  let broken = false;
  const full = new Set();
  const onOutput = (stream, bytes) => {
    for (let at = 0; at < bytes.length && !broken && !full.has(stream);) {
      at += until_done(
        () => fs.writeSync(stream, bytes, at),
        (error) => {
          if (error.code === 'EPIPE') broken = true;
          else full.add(stream);
          return 0;
        },
      );
    }
    return !broken && !full.has(stream);
  };
  const isStopped = () => {
    if (Atomics.load(shared, stopped) === 1) Atomics.store(shared, heard, 1);
    return broken || Atomics.load(shared, stopped) === 1;
  };
  const stdin = (size) => {
    const bytes = Buffer.alloc(size);
    Atomics.store(shared, waiting, 1);
    const count = until_done(
      () => fs.readSync(0, bytes, 0, size, null),
      () => 0,
    );
    Atomics.store(shared, waiting, 0);
    return bytes.subarray(0, count);
  };

  const began = Date.now();
  let next = 1000,
    rest = 10_000,
    drawn = false;
  const tell = (text) => onOutput(2, Buffer.from(text));
  const onProgress = (text) => {
    if (/^[1-9][\d,]* (of|trials)/.test(text)) Atomics.store(shared, thrown, 1);
    const time = Date.now() - began;
    if (time >= next && told_on_terminal) {
      tell(`\r${text.slice(0, Math.max((width ?? 80) - 1, 1))}\x1b[K`);
      drawn = true;
    } else if (time >= next) {
      tell(`boxcars: ${text}\n`);
      next = time + rest;
      rest = Math.min(2 * rest, 300_000);
    }
    return isStopped();
  };
  const wiped = (stream, bytes) => {
    if (drawn) tell('\r\x1b[K');
    drawn = false;
    return onOutput(stream, bytes);
  };
  const windows = process.platform === 'win32';
  const boardFolders = board_folders();
  const engine = at_home(await createEngine(), process.cwd(), [...args, ...boardFolders]);
  const { status } = engine.run(
    args.map((argument) => engine_argument(argument, windows)),
    { stdin, boardFolders, onOutput: wiped, onProgress, isStopped, ...style_of(terminal, width) },
  );
  parentPort.postMessage(broken ? closed : status);
};

if (isMainThread) main();
else await answer();
