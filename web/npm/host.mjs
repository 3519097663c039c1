// This machine around the engine: its files, its paths, its terminal.
import fs from 'node:fs';
import path from 'node:path';

const folder_of = (name) => {
  try {
    const real = fs.realpathSync(name);
    return fs.statSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
};

// The engine knows one root, where a drive of Windows is a folder: C:\boards\bd20 is /C:/boards/bd20.
export const engine_path = (name) => {
  const slashed = name.replaceAll('\\', '/');
  return /^[A-Za-z]:\//.test(slashed) ? '/' + slashed[0].toUpperCase() + slashed.slice(1) : slashed;
};

// An argument, or what stands behind its =, may be a path.
export const engine_argument = (argument, windows) => {
  if (!windows || !argument.includes('\\')) return argument;
  const [, option, value] = /^(--[a-z-]+=)?([^]*)$/.exec(argument);
  return (option ?? '') + engine_path(value);
};

const drives_in = (texts) =>
  texts.flatMap((text) => [...text.matchAll(/(?<![A-Za-z0-9])([A-Za-z]):[\\/]/g)].map((found) => found[1].toUpperCase()));

const tops_of = (texts, windows) => {
  if (windows) return [...new Set(drives_in(texts))].map((drive) => [`/${drive}:`, `${drive}:\\`]);
  const own = ['dev', 'proc', 'sys']; // the engine has its own, or none
  return fs
    .readdirSync('/')
    .filter((name) => !own.includes(name))
    .map((name) => [`/${name}`, folder_of(`/${name}`)])
    .filter(([, real]) => real);
};

// Lets an engine see the files of this machine, and work in `cwd`. `words`: all that may name a file.
export const at_home = (engine, cwd, words = [], windows = process.platform === 'win32') => {
  const { FS } = engine;
  const mounted = (engine.mounted ??= new Set());
  for (const [place, real] of tops_of([cwd, ...words], windows)) {
    if (mounted.has(place)) continue;
    if (!FS.analyzePath(place).exists) FS.mkdir(place);
    FS.mount(engine.NODEFS, { root: real }, place);
    mounted.add(place);
  }
  FS.chdir(windows ? engine_path(cwd) : cwd);
  return engine;
};

// $BOXCARS_BOARDS, then where VASL's players have their boards.
export const board_folders = (env = process.env, windows = process.platform === 'win32') => {
  const home = windows ? env.USERPROFILE : env.HOME;
  const below = ['boards', 'vasl/boards', 'VASL/boards', 'Documents/VASL/boards', 'Documents/vasl/boards'];
  const folders = home ? below.map((folder) => `${home}/${folder}`) : [];
  if (env.BOXCARS_BOARDS) folders.unshift(env.BOXCARS_BOARDS);
  return windows ? folders.map(engine_path) : folders;
};

export const in_utf8 = (env = process.env, platform = process.platform) => {
  const value = env.LC_ALL || env.LC_CTYPE || env.LANG;
  return value ? /utf-?8/i.test(value) : platform === 'win32' || platform === 'darwin';
};

// What the place of the program's output can show, as the native program finds it out.
export const style_of = (terminal, width, env = process.env) => {
  const columns = Number.parseInt(env.COLUMNS ?? '', 10);
  return {
    columns: columns > 0 ? Math.min(columns, 1000) : terminal ? width || 80 : 0,
    color: terminal && !env.NO_COLOR && env.TERM !== 'dumb',
    unicode: in_utf8(env),
  };
};
