import { signal } from '@preact/signals';
import { engine } from '../engine/engine';
import type { Describe, Question } from './describe';

export const describe = signal<Describe>({ questions: [], common: [] });

/** The names of everything that a line may begin with but plain words: the program's own list. */
export const commands = signal<readonly string[]>([]);

export const question = (name: string | undefined): Question | undefined => describe.value.questions.find((q) => q.name === name);

export async function loadDescribe(): Promise<void> {
  const [described, completed] = await Promise.all([engine.run(['describe']), engine.run(['complete', '--', ''])]);
  commands.value = completed.stdout
    .trim()
    .split('\n')
    .map((line) => line.replace(/\t.*/, ''));
  describe.value = JSON.parse(described.stdout) as Describe;
}
