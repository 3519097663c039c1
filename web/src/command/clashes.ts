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
  const bar = (side: Side, reason: string, by?: string) => {
    if (field.kind === 'choice') side.values?.forEach((value) => found.choices.set(value, reason));
    if (isOfSome(side) || found.field) return;
    found.field = reason;
    if (by && inputs[by]) found.insteadOf = by;
  };
  for (const clash of question.clashes) {
    const { key, not_with, not_without, told_by, unless } = clash;
    if (told_by && inputs[told_by]) continue;
    if (unless?.some((side) => holds(question, side, inputs))) continue;
    const reason = clash.why.replace(/\b[a-z]+(_[a-z]+)+\b/g, label);
    if (not_with) {
      if (key === field.key && holds(question, not_with, inputs)) bar(clash, `not with ${told(not_with)}: ${reason}`, not_with.key);
      if (not_with.key === field.key && holds(question, clash, inputs)) bar(not_with, `not with ${told(clash)}: ${reason}`, key);
    }
    const needs = not_without && key === field.key && !holds(question, not_without, inputs);
    if (needs && !isOfSome(clash) && !eachOther(question, key, not_without.key)) bar({ key }, `only with ${told(not_without)}: ${reason}`);
  }
  return found;
}

const told = ({ key, values }: Side): string => (values?.length === 1 ? `${label(key)} ${values[0]}` : label(key));

const isNumber = ({ minimum, maximum }: Side): boolean => minimum !== undefined || maximum !== undefined;
/** Whether it is about some values only. */
const isOfSome = (side: Side): boolean => side.values !== undefined || isNumber(side);

function holds(question: Question, side: Side, inputs: Inputs): boolean {
  const field = question.fields.find((f) => f.key === side.key);
  const given = inputs[side.key];
  if (!isOfSome(side)) return given !== undefined && given.length > 0;
  const value = given?.[0] ?? field?.default;
  if (value === undefined) return false;
  if (side.values) return side.values.includes(String(value));
  return Number(value) >= (side.minimum ?? -Infinity) && Number(value) <= (side.maximum ?? Infinity);
}

/** Two fields that need each other: one of them has to come first. */
const eachOther = (question: Question, a: string, b: string): boolean =>
  question.clashes.some((clash) => clash.key === b && clash.not_without?.key === a);
