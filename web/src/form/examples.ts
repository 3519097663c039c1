import type { Describe, Field, Question } from '../describe/describe';
import { option } from '../describe/describe';
import { asked, read } from '../command/command';
import { join, split } from '../command/words';
import { unitOf } from '../pictures/unit';

// What describe's examples show: which fields are asked most, and how units are typed.

const texts = ({ questions }: Describe): string[] => questions.flatMap((q) => [...q.examples, ...q.fields.map((field) => field.help)]);

const unitLike = /^(?:\d+x)?(?:[a-z]+:)?\d+-\d+(?:-\d+)?(?:,.*)?$/;

function unitsIn(all: string[]): string[] {
  return all
    .flatMap((text) => text.split(/[\s";|]+|, /))
    .map((word) => word.replace(/^\w+=/, '').replace(/,$/, ''))
    .filter((word) => unitLike.test(word));
}

/** A question's examples that can be asked without a file. */
export function examplesOf(question: Question): string[] {
  const files = question.fields.filter((field) => field.kind === 'file');
  const isAsked = (words: string[]) => {
    const command = read(words, { questions: [question], common: [] });
    return command !== null && !files.some(({ key }) => command.inputs[key]);
  };
  return question.examples
    .map((example) => asked(split(example)))
    .filter(isAsked)
    .map(join);
}

/** Units of the examples, each once; without attributes, and no groups. */
export function exampleUnits(describe: Describe, field?: Field): string[] {
  const own = field ? unitsIn([field.help]) : [];
  const seen = [...own, ...unitsIn(texts(describe))].map((word) => {
    const unit = unitOf(word);
    return unit ? (unit.prefix ? unit.prefix + ':' : '') + unit.numbers : '';
  });
  return [...new Set(seen)].filter(Boolean);
}

const uses = ({ examples }: Question, key: string): number => examples.filter((example) => example.split(' ').includes(option(key))).length;

/** A field that may stand bare, that an example of its question uses, or examples of several others, comes first. */
export function isCommon(question: Question, field: Field, { questions }: Describe): boolean {
  if (field.positional || uses(question, field.key) > 0) return true;
  return field.kind !== 'file' && field.kind !== 'hex' && questions.filter((other) => uses(other, field.key) > 0).length >= 3;
}

/** A question's groups: those first that all its examples use. */
export function groupsOf(question: Question): string[] {
  const most = (group: string) =>
    Math.max(
      ...question.fields
        .filter((field) => (field.group ?? '') === group)
        .map((field) => (field.positional ? question.examples.length : uses(question, field.key))),
    );
  const groups = [...new Set(question.fields.map((field) => field.group ?? ''))];
  return groups.sort((a, b) => most(b) - most(a));
}
