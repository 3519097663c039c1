// Makes the npm package: node web/npm/make.mjs VERSION ENGINE PACKAGE
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [version, engine_folder, to] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));
const sources = ['bin.mjs', 'host.mjs', 'index.mjs', 'worker.mjs', 'words.mjs', 'README.md'];

fs.rmSync(to, { recursive: true, force: true });
fs.mkdirSync(path.join(to, 'engine'), { recursive: true });
for (const name of sources) fs.copyFileSync(path.join(here, name), path.join(to, name));
fs.copyFileSync(path.join(here, '../../LICENSE'), path.join(to, 'LICENSE'));
for (const name of ['boxcars.mjs', 'boxcars.wasm']) fs.copyFileSync(path.join(engine_folder, name), path.join(to, 'engine', name));

const manifest = {
  name: 'boxcars',
  version,
  description: 'The odds of Advanced Squad Leader, simulated and exact',
  license: /^(\w+) License/.exec(fs.readFileSync(path.join(here, '../../LICENSE'), 'utf8'))[1],
  type: 'module',
  bin: { boxcars: 'bin.mjs' },
  exports: { '.': { types: './index.d.ts', default: './index.mjs' } },
  types: './index.d.ts',
  engines: { node: '>=18' },
  files: [...sources, 'index.d.ts', 'engine'],
};
fs.writeFileSync(path.join(to, 'package.json'), JSON.stringify(manifest, null, 2) + '\n');

const { default: create } = await import(pathToFileURL(path.resolve(engine_folder, 'boxcars.mjs')));
const { questions, common } = JSON.parse((await create()).run(['describe']).stdout);

const name_of = (question) => question.name[0].toUpperCase() + question.name.slice(1);
const texts = (choices) => choices.map((choice) => JSON.stringify(choice)).join(' | ');
// What is typed on the command line is a text; all that is no flag may be given so.
const type_of = (field) => {
  if (field.kind === 'flag') return 'boolean';
  if (field.kind === 'choice') return `${texts(field.choices)} | (string & {})`;
  const one =
    field.kind === 'integer' || field.kind === 'number' || field.kind === 'count' || field.kind === 'text' ? 'number | string' : 'string';
  return field.repeatable ? `${one} | (${one})[]` : one;
};
const doc_of = (field) => {
  const range = 'minimum' in field ? ` (${field.minimum} to ${field.maximum})` : '';
  return field.help.replaceAll('*/', '* /') + range;
};
const members = (fields) => fields.map((field) => `  /** ${doc_of(field)} */\n  ${field.key}?: ${type_of(field)};`).join('\n');

const types = `// Made from \`boxcars describe\`.

${questions.map((question) => `/** ${question.title} */\nexport interface ${name_of(question)}Inputs {\n${members(question.fields)}\n}`).join('\n\n')}

export interface Inputs {
${questions.map((question) => `  ${question.name}: ${name_of(question)}Inputs;`).join('\n')}
}

/** How a question is answered. */
export interface Common {
${members(common)}
}

export type Question = { [Name in keyof Inputs]: { question: Name; inputs?: Inputs[Name] } & Common }[keyof Inputs];

export interface Event {
  name: string;
  exact: number | null;
  estimate: number | null;
  low: number | null;
  high: number | null;
  count: number | null;
  low_bound: number | null;
  high_bound: number | null;
}

export interface Measure {
  name: string;
  exact_mean: number | null;
  mean: number | null;
  standard_error: number | null;
  distribution: { value: number; exact: number | null; estimate: number | null; low: number | null; high: number | null; count: number | null }[];
}

export interface Decision {
  turn: number;
  shot: string;
  situation: string;
  probability: number;
  best: string;
  choices: { target: string; exact: number }[];
}

export interface Answer {
  schema: 'boxcars/1';
  version: string;
  question: keyof Inputs;
  inputs: Record<string, boolean | number | string | (number | string)[]>;
  /** Of HE with a range: the Original DR that hits, and the Modified To Hit number, of the first shot. */
  to_hit?: number;
  th_number?: number;
  /** Of a shot at a vehicle: the Final To Kill number at its hull and at its turret. */
  to_kill_hull?: number;
  to_kill_turret?: number;
  /** Of an attack by units: what their Firepower came to. */
  firepower?: number;
  /** What was read, in a player's words, with every part of the total. */
  understood?: string;
  /** With explain: what text says first, how it is thrown, how Firepower came about. */
  headline?: string;
  headline_odds?: { words: string; odds: string }[];
  summary?: string[];
  factors?: string[];
  method: 'both' | 'simulate' | 'exact';
  trials: number;
  seed: number;
  events: Event[];
  measures: Measure[];
  /** Of \`cross --path best\`: the best paths, and how often each arrives. */
  paths?: { path: string; exact: number }[];
  /** Of a plan: what is best, situation by situation. */
  decisions?: Decision[];
  modifiers: { amount: number; reason: string; rule: string }[];
  notes: string[];
  /** With show: single trials, a line a throw. */
  shown_trials?: string[][];
  error?: undefined;
}

export interface Refused {
  error: { field: string | null; problem: string; why: string; instead: string };
}

export interface Field {
  key: string;
  kind: 'flag' | 'integer' | 'number' | 'count' | 'choice' | 'text' | 'unit' | 'location_unit' | 'hex' | 'file';
  group?: string;
  help: string;
  metavar?: string;
  choices?: string[];
  minimum?: number;
  maximum?: number;
  default?: unknown;
  positional: boolean;
  repeatable: boolean;
}

export interface Term {
  key: string;
  values?: string[];
}

export interface Description {
  schema: 'boxcars/1';
  questions: {
    name: keyof Inputs;
    title: string;
    examples: string[];
    fields: Field[];
    clashes: (Term & { not_with?: Term; not_without?: Term; told_by?: string; unless?: Term[]; why: string })[];
  }[];
  common: Field[];
}

export interface Options {
  /** Stops the question; its promise is rejected then. */
  signal?: AbortSignal;
  /** Told how far a long question is. */
  onProgress?: (how_far: string) => void;
}

export interface Result {
  status: number;
  stdout: string;
  stderr: string;
}

/** Answers a command line, given as a text or as its arguments. */
export function run(command: string | string[], options?: Options & { stdin?: string; columns?: number }): Promise<Result>;

/** Answers a question, or a list of them. What cannot be answered gives \`{ error }\`. */
export function ask(question: Question, options?: Options): Promise<Answer | Refused>;
export function ask(questions: Question[], options?: Options): Promise<(Answer | Refused)[]>;

/** Every question with its inputs, or one. */
export function describe(question?: keyof Inputs, options?: Options): Promise<Description>;
`;
fs.writeFileSync(path.join(to, 'index.d.ts'), types);
