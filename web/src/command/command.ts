import type { Describe, Field, Question, Side } from '../describe/describe';
import { option } from '../describe/describe';
import { split } from './words';

/** What was asked, by key; a flag has the value 'true'. */
export type Inputs = Record<string, string[]>;

export interface Command {
  question: Question;
  inputs: Inputs;
  common: Inputs; // trials, seed, method, ...
}

const programs = /^(npx|boxcars|\.\/run\.sh|.*[\\/]boxcars(\.exe)?)$/;
const shown = new Set(['--explain', '--verbose']); // how the program prints; the page has its own looks
const shownWith = new Set(['--format', '--output', '--messages']);

/** The words of a line without the program's name. */
export function unnamed(words: string[]): string[] {
  let rest = words;
  while (rest[0] !== undefined && programs.test(rest[0])) rest = rest.slice(1);
  return rest;
}

/** The words of a line that are the question: without what is about printing only, too. */
export function asked(words: string[]): string[] {
  const rest = unnamed(words);
  return rest.filter(
    (word, i) =>
      !shown.has(word) && !shownWith.has(word) && !shownWith.has(rest[i - 1] ?? '') && !/^--(format|output|messages)=/.test(word),
  );
}

const commonOf = (word: string, common: Field[]): Field | undefined =>
  common.find(({ key }) => option(key) === cut(word, '=')[0].toLowerCase());

const saysHow = new Set(['seed', 'threads']); // of what dice, not how many: they stay

/** How a line is answered: as `how` has it, if the line says nothing of it itself. */
export function answeredBy(words: string[], how: string[], { common }: Describe): string[] {
  return words.some((word) => commonOf(word, common)) ? words : [...words, ...how];
}

/** How a line is answered: as `how` has it, instead of what the line says. */
export function answeredInstead(words: string[], how: string[], { common }: Describe): string[] {
  const told = new Set(how.map((word) => commonOf(word, common)?.key));
  const rest: string[] = [];
  let isValue = false; // of an option that is left out
  for (const word of words) {
    const field = commonOf(word, common);
    const isLeftOut: boolean = field ? !saysHow.has(field.key) || told.has(field.key) : isValue;
    isValue = field !== undefined && isLeftOut && field.kind !== 'flag' && !word.includes('=');
    if (!isLeftOut) rest.push(word);
  }
  return [...rest, ...how];
}

/** The words as a question of `describe` with its inputs; null if they are anything else (plain words, an unknown option). */
export function read(words: string[], describe: Describe): Command | null {
  const question = describe.questions.find((q) => q.name === words[0]?.toLowerCase());
  if (!question) return null;
  const command: Command = { question, inputs: {}, common: {} };
  const bare: string[] = [];
  let open: { field: Field; values: string[] } | undefined; // takes the words that come
  for (const word of words.slice(1)) {
    if (word.startsWith('--')) {
      const [name, value] = cut(word, '=');
      const key = name.slice(2).replaceAll('-', '_').toLowerCase();
      const own = question.fields.find((field) => field.key === key);
      const field = own ?? describe.common.find((other) => other.key === key);
      if (!field) return null;
      const inputs = own ? command.inputs : command.common;
      const values = (inputs[key] = field.repeatable ? (inputs[key] ?? []) : []);
      if (field.kind === 'flag') values.push('true');
      else if (value !== undefined) values.push(...valuesOf(field, value));
      open = field.kind === 'flag' || value !== undefined ? undefined : { field, values };
    } else if (open) {
      open.values.push(...valuesOf(open.field, word));
      if (!open.field.repeatable) open = undefined;
    } else {
      bare.push(word);
    }
  }
  for (const word of bare) {
    const field = fieldOf(word, question, command.inputs);
    if (!field) return null;
    command.inputs[field.key] = [word];
  }
  return command;
}

/** The field that a bare word goes to, as the program has it: the first that it may be, is in the range of, and nothing forbids. */
function fieldOf(word: string, { fields, clashes }: Question, given: Inputs): Field | undefined {
  const all = fields.filter((field) => field.positional);
  const mayBe = ({ kind }: Field) => kind === 'text' || kind === 'unit' || (kind === 'integer') === /\d/.test(word);
  const open = all.filter((field) => !given[field.key] && (all.length === 1 || mayBe(field)));
  const isInRange = ({ kind, minimum = -Infinity, maximum = Infinity }: Field) =>
    kind !== 'integer' || (Number(word) >= minimum && Number(word) <= maximum);
  const isForbidden = ({ key }: Field) =>
    clashes.some(({ key: own, values, not_with: other, unless }) => {
      const says = (side: Side) => given[side.key] !== undefined && (!side.values || side.values.includes(given[side.key]![0]!));
      return own === key && !values && other !== undefined && says(other) && !unless?.some(says);
    });
  const fits = (field: Field) => (isInRange(field) ? 2 : 0) + (isForbidden(field) ? 0 : 1);
  const most = Math.max(1, ...open.map(fits));
  return open.find((field) => fits(field) === most);
}

const cut = (word: string, at: string): [string, string | undefined] => {
  const i = word.indexOf(at);
  return i < 0 ? [word, undefined] : [word.slice(0, i), word.slice(i + 1)];
};

/** Units may stand in one text, with blanks between them. */
const valuesOf = (field: Field, word: string): string[] =>
  field.kind === 'unit' && field.repeatable && areCounters(word) ? word.split(/\s+/).filter(Boolean) : [word];

/** Units of one text; the name of a vehicle, "Panther G", has blanks of its own. */
const areCounters = (text: string): boolean => text.split(/\s+/).every((part) => part === '' || /\d[-+]\d|:/.test(part));

/** The shortest words for a question: positional ones bare, if they are understood so, nothing that has its default. */
export function write(question: Question, inputs: Inputs, common: Inputs = {}): string[] {
  const short = written(question, inputs, true);
  const understood = read(short, { questions: [question], common: [] })?.inputs ?? {};
  const isSame = question.fields.every(({ key, positional }) => !positional || understood[key]?.[0] === inputs[key]?.[0]);
  const words = isSame ? short : written(question, inputs, false);
  for (const [key, values] of Object.entries(common)) words.push(...typed(key, '', values));
  return words;
}

function written(question: Question, inputs: Inputs, hasBare: boolean): string[] {
  const words = [question.name];
  const rest = question.fields.filter((field) => isSet(field, inputs[field.key]));
  for (const field of question.fields.filter((f) => f.positional && hasBare)) {
    const value = inputs[field.key]?.[0];
    if (value === undefined || value === '' || value.startsWith('-') || rest.includes(field) === false) break;
    words.push(value);
    rest.splice(rest.indexOf(field), 1);
  }
  for (const field of rest) words.push(...typed(field.key, field.kind, inputs[field.key]!));
  return words;
}

const typed = (key: string, kind: string, values: string[]): string[] => (kind === 'flag' ? [option(key)] : [option(key), ...values]);

const isSet = (field: Field, values: string[] | undefined): boolean =>
  values !== undefined && values.length > 0 && (field.positional || values.length > 1 || values[0] !== String(field.default));

/** The `inputs` of an answer, or of a line of `ask`, as the form has them. */
export function inputsOf(json: Record<string, unknown>): Inputs {
  const inputs: Inputs = {};
  for (const [key, value] of Object.entries(json)) {
    if (Array.isArray(value)) inputs[key] = value.map(String);
    else if (value !== false && value !== null) inputs[key] = [String(value)];
  }
  return inputs;
}

/** The words that ask an answer's question again: its inputs as options, or the line itself if that asks it by other words (a file). */
export function fullCommand(
  answer: { question: string; inputs: Record<string, unknown> },
  line: string | string[],
  describe: Describe,
): string[] {
  const words = typeof line === 'string' ? asked(split(line)) : line;
  const question = describe.questions.find((q) => q.name === answer.question);
  const isByOthers = words[0]?.toLowerCase() === answer.question && !read(words, describe);
  return question && !isByOthers ? write(question, inputsOf(answer.inputs)) : words;
}

/** As whom a save is looked at, in the words of its options: nothing if as nobody of its players. */
export function viewerOf({ side, player, reveal }: Inputs): string[] {
  const named = Object.entries({ side, player }).flatMap(([key, values]) => (values?.[0] ? [option(key), values[0]] : []));
  return reveal ? ['--reveal'] : named;
}
