import { Worker } from 'node:worker_threads';
import { words_of } from './words.mjs';

const largest_kept = 256 << 20; // bytes: what a thread has needed it never gives back

let worker;
let turn = Promise.resolve();

const asked = (question, { onProgress, signal }) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    worker ??= new Worker(new URL('./worker.mjs', import.meta.url));
    const own = worker;
    own.ref();
    const settle = (how, value, keep) => {
      own.off('message', heard);
      own.off('error', failed);
      signal?.removeEventListener('abort', stop);
      own.unref();
      if (!keep) {
        own.terminate();
        worker = undefined;
      }
      how(value);
    };
    const stop = () => settle(reject, signal.reason, false);
    signal?.addEventListener('abort', stop);
    const heard = ({ progress, result, memory, error }) => {
      if (progress !== undefined) onProgress(progress);
      else if (result) settle(resolve, result, memory <= largest_kept);
      else settle(reject, new Error(error), false);
    };
    const failed = (error) => settle(reject, error, false);
    own.on('message', heard);
    own.on('error', failed);
    own.postMessage({ ...question, progress: onProgress !== undefined });
  });

/** Answers a command line, given as a text or as its arguments. */
export const run = (command, options = {}) => {
  const args = typeof command === 'string' ? words_of(command) : command.map(String);
  if (typeof command === 'string' && args[0] === 'boxcars') args.shift();
  const split = args.find((argument) => argument.includes('\0'));
  if (split !== undefined) return Promise.reject(new TypeError(`an argument has a null byte: ${JSON.stringify(split)}`));
  const { stdin = '', columns = 0 } = options;
  const answer = turn.then(() => asked({ args, stdin, columns }, options));
  turn = answer.catch(() => {});
  return answer;
};

const json_of = ({ status, stdout, stderr }) => {
  if (!stdout) throw new Error(stderr.trim() || `boxcars ended with status ${status}`);
  return stdout;
};

/** Answers a question, or a list of them. What cannot be answered gives `{ error }`. */
export const ask = async (questions, options = {}) => {
  const all = Array.isArray(questions) ? questions : [questions];
  if (all.length === 0) return [];
  const stdin = all.map((question) => JSON.stringify(question) + '\n').join('');
  const answers = json_of(await run(['ask', '-'], { ...options, stdin }))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return Array.isArray(questions) ? answers : answers[0];
};

/** Every question with its inputs, or one. */
export const describe = async (question, options = {}) =>
  JSON.parse(json_of(await run(['describe', ...(question ? [question] : [])], options)));
