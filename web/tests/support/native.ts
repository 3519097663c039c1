import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Answer } from '../../src/answer/answer';
import type { Describe } from '../../src/describe/describe';

// The native program, whose answers the page's are compared with: $BOXCARS, or the one in build/release.
const project = resolve(import.meta.dirname, '../../..');
const program = process.env.BOXCARS ? resolve(process.env.BOXCARS) : `${project}/build/release/boxcars`;

export const maps = `${project}/experiments/maps`;

/** What a command prints; in the folder of the map files. */
export const native = (...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', cwd: maps, stdio: 'pipe', maxBuffer: 1 << 28 });

export const nativeAnswer = (...args: string[]): Answer => JSON.parse(native(...args, '--explain', '--format', 'json')) as Answer;
export const described = (): Describe => JSON.parse(native('describe')) as Describe;

/** A save that comes with the project, on board 20. */
export const save = `${project}/tests/data/game.vsav`;

const folder = process.env.BOXCARS_BOARDS ?? `${project}/../shared/boards`;

/** A VASL board; undefined, and said aloud, where there is none. */
export function board(name: string): string | undefined {
  const file = resolve(folder, name);
  if (existsSync(file)) return file;
  console.log(`left out: no board ${name} in $BOXCARS_BOARDS`);
  return undefined;
}
