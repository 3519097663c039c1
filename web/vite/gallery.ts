import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { split } from '../src/command/words.ts';
import { figure, pictures, type Pictured } from '../src/pictures';

const width = 400; // of a picture beside another
const whole = 824;

/** The pictures of what a command answers, as figures: those that its page of HTML draws. It is asked of the npm package. */
export function figuresOf(command: string, root: string): string {
  const program = resolve(root, 'build/web/npm/bin.mjs');
  if (!existsSync(program)) throw new Error(`no npm package in ${program} (the gallery asks it); build it first: web/build`);
  const words = split(command.replace(/ \| .*/, '')).slice(1);
  const page = execFileSync(process.execPath, [program, ...words, '--format', 'html'], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  const data = /<script type="application\/json" id="pictured">(.*?)<\/script>/s.exec(page)?.[1];
  if (!data) throw new Error(`${command} has no pictures`);
  const figures = pictures(JSON.parse(data) as Pictured, { width, whole }).map((each) => figure(each, 'wide'));
  return `<div class="figures">\n${figures.join('\n')}\n</div>\n`;
}
