import { read, type Command, type Inputs } from '../command/command';
import type { Field, Question } from '../describe/describe';

// `save FILE` and `danger ...` are no questions of describe: what they take of an attack's fields, and what they have besides.

const unit: Field = { key: 'unit', kind: 'text', help: '', positional: false, repeatable: false, required: true };
const defender: Field = { ...unit, key: 'defender', repeatable: true };

const asQuestion = (name: string, fields: Field[]): Question => ({ name, title: '', examples: [], fields, clashes: [] });

/** The two as questions; `attack` is the one that takes a save, too. */
export function gameQuestions(attack: Question): { save: Question; danger: Question } {
  const of = (...keys: string[]): Field[] => attack.fields.filter(({ key }) => keys.includes(key));
  const file = of('save').map((field) => ({ ...field, positional: true }));
  return {
    save: asQuestion('save', [...file, ...of('side', 'player', 'reveal')]),
    danger: asQuestion('danger', [...of('save', 'board', 'map', 'side', 'player', 'reveal', 'set'), unit, ...of('moving'), defender]),
  };
}

/** A line of the two; null if it says anything else. */
export function readGame(words: string[], attack: Question): Command | null {
  return read(words, { questions: Object.values(gameQuestions(attack)), common: [] });
}

/** What a line says of the save itself. */
export const ofGame = ({ save, side, player, reveal }: Inputs): Inputs =>
  Object.fromEntries(Object.entries({ save, side, player, reveal }).filter(([, values]) => values)) as Inputs;

/** The commands that an answer, or a refusal, has for weapons that fire apart: `boxcars attack ... (50* MTR)`. */
export function commandsIn(texts: string[]): { line: string; name: string }[] {
  const all = texts.flatMap((text) => [...text.matchAll(/boxcars (attack --save .*?) \(((?:[^()]|\([^()]*\))+)\)/g)]);
  return all.map(([, line = '', name = '']) => ({ line, name }));
}
