import { signal } from '@preact/signals';
import { engine } from '../engine/engine';
import type { Describe, Question } from './describe';

export const describe = signal<Describe>({ questions: [], common: [] });

export const question = (name: string | undefined): Question | undefined => describe.value.questions.find((q) => q.name === name);

export async function loadDescribe(): Promise<void> {
  const { stdout } = await engine.run(['describe']);
  describe.value = JSON.parse(stdout) as Describe;
}
