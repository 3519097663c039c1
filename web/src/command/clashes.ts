import type { Field, Question, Side } from '../describe/describe';
import { label } from '../describe/describe';
import type { Inputs } from './command';

/** Why a field, or single choices of it, cannot be given now: by `clashes` of describe alone. */
export interface Barred {
  field?: string;
  insteadOf?: string; // the one that was given, and could be left out
  choices: Map<string, string>;
}

export function barred(question: Question, field: Field, inputs: Inputs): Barred {
  const found: Barred = { choices: new Map() };
  const bar = (values: string[] | undefined, reason: string, by?: string) => {
    if (values && field.kind === 'choice') values.forEach((value) => found.choices.set(value, reason));
    if (values || found.field) return;
    found.field = reason;
    if (by && inputs[by]) found.insteadOf = by;
  };
  for (const { key, values, not_with, not_without, why } of question.clashes) {
    const reason = why.replace(/\{(\w+)\}/g, (_, name: string) => label(name));
    if (not_with) {
      if (key === field.key && holds(question, not_with, inputs)) bar(values, `not with ${told(not_with)}: ${reason}`, not_with.key);
      if (not_with.key === field.key && holds(question, { key, values }, inputs))
        bar(not_with.values, `not with ${told({ key, values })}: ${reason}`, key);
    }
    const needs = not_without && key === field.key && !holds(question, not_without, inputs);
    if (needs && !values && !eachOther(question, key, not_without.key)) bar(undefined, `only with ${told(not_without)}: ${reason}`);
  }
  return found;
}

const told = ({ key, values }: Side): string => (values?.length === 1 ? `${label(key)} ${values[0]}` : label(key));

function holds(question: Question, { key, values }: Side, inputs: Inputs): boolean {
  const field = question.fields.find((f) => f.key === key);
  const given = inputs[key];
  if (!values) return given !== undefined && given.length > 0;
  const value = given?.[0] ?? field?.default;
  return value !== undefined && values.includes(String(value));
}

/** Two fields that need each other: one of them has to come first. */
const eachOther = (question: Question, a: string, b: string): boolean =>
  question.clashes.some((clash) => clash.key === b && clash.not_without?.key === a);
