import { read } from '../command/command';
import { wordsOf } from '../command/words';
import { option, type Describe, type Field } from '../describe/describe';
import { exampleUnits } from '../form/examples';

// What may come next in the line, by what describe says: questions, options, choices, units of the examples.

export interface Completion {
  text: string; // of the whole word
  help: string;
  from: number; // where it goes
  to: number;
}

const most = 8;

export function completions(line: string, caret: number, describe: Describe): Completion[] {
  const words = wordsOf(line);
  const word = words.find(({ from, to }) => from <= caret && caret <= to) ?? { text: '', from: caret, to: caret };
  const before = words.filter(({ to }) => to < word.from || (to <= caret - 1 && to !== word.to)).map(({ text }) => text);
  const start = word.text.toLowerCase();
  const offer = (list: { text: string; help: string }[]) =>
    list
      .filter(({ text }) => text.toLowerCase().startsWith(start) && text.toLowerCase() !== start)
      .slice(0, most)
      .map((each) => ({ ...each, from: word.from, to: word.to }));

  const question = describe.questions.find((q) => q.name === before[0]?.toLowerCase());
  if (!before.length && start) return offer(describe.questions.map(({ name, title }) => ({ text: name, help: title })));
  if (!question) return start ? offer(plainWords(describe)) : [];
  const options = [...question.fields, ...describe.common].map((field) => ({ text: option(field.key), help: field.help }));
  if (start.startsWith('-') && !/^-\d/.test(start)) return offer(options);
  const field = openField(before, question.fields, describe);
  const values = field ? valuesOf(field, describe) : [];
  if (values.length) return offer(values);
  if (start) return [];
  const given = read(before, describe)?.inputs ?? {};
  return offer(options.filter(({ text }) => !(text.slice(2).replaceAll('-', '_') in given)));
}

/** The field whose value comes next: of the last option, or the next bare one. */
function openField(before: string[], fields: Field[], describe: Describe): Field | undefined {
  const last = before.findLastIndex((word) => word.startsWith('--'));
  const all = [...fields, ...describe.common];
  const named = last < 0 ? undefined : all.find((field) => option(field.key) === before[last]);
  const taken = before.length - 1 - last;
  if (named && named.kind !== 'flag' && (named.repeatable || taken === 0)) return named;
  const given = read(before, describe)?.inputs ?? {};
  return fields.find((field) => field.positional && !given[field.key]);
}

function valuesOf(field: Field, describe: Describe): { text: string; help: string }[] {
  if (field.choices) return field.choices.map((text) => ({ text, help: field.key }));
  if (field.kind === 'unit') return exampleUnits(describe).map((text) => ({ text, help: field.key }));
  return [];
}

/** In plain words any choice or unit may come. */
function plainWords(describe: Describe): { text: string; help: string }[] {
  const found = new Map<string, string>();
  for (const { fields, name } of describe.questions) {
    for (const field of fields) for (const text of field.choices ?? []) if (!found.has(text)) found.set(text, `${name}: ${field.key}`);
  }
  for (const text of exampleUnits(describe)) found.set(text, 'a unit');
  return [...found].map(([text, help]) => ({ text, help }));
}
