import type { Describe, Field, Question } from '../describe';
import { option } from '../describe';
import { unitOf } from '../pictures/unit';

// What describe's examples show: which fields are asked most, how units are typed, and with what attributes.

const texts = ({ questions }: Describe): string[] => questions.flatMap((q) => [...q.examples, ...q.fields.map((field) => field.help)]);

const unitLike = /^(?:\d+x)?(?:[a-z]+:)?\d+-\d+(?:-\d+)?(?:,.*)?$/;

function unitsIn(all: string[]): string[] {
  return all.flatMap((text) => text.split(/[\s";|]+|, /)).map((word) => word.replace(/^\w+=/, '').replace(/,$/, '')).filter((word) => unitLike.test(word));
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

/** `broken`, `elr=3`, ...: what stands after commas. */
export function exampleAttributes(describe: Describe): string[] {
  const found = unitsIn(texts(describe)).flatMap((word) => unitOf(word)?.attributes ?? []);
  return [...new Set(found)];
}

/** A field that an example uses, or that may stand bare, comes first. */
export function isCommon(question: Question, field: Field): boolean {
  return field.positional || question.examples.some((example) => example.split(' ').includes(option(field.key)));
}
