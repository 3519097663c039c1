import type { Describe } from '../describe/describe';
import { asked, read, unnamed } from './command';

// What a line is about: a question, or a command that has a view of its own, or one whose text is shown.

export type ViewName = 'compare' | 'save' | 'board' | 'assault' | 'text';

const views = new Map<string, ViewName>([
  ['compare', 'compare'],
  ['board', 'board'],
  ['atlas', 'board'],
  ['save', 'save'],
  ['danger', 'save'],
  ['assault', 'assault'],
  ['balance', 'assault'],
  ['plan', 'assault'],
]);

const asksForText = new Set(['--help', '-h', '--version', '--example']);

/** The view of a line; undefined: it is a question. `commands` are the program's, whatever they are. */
export function viewOf(line: string[], describe: Describe, commands: readonly string[]): ViewName | undefined {
  const words = unnamed(line);
  const first = words[0]?.toLowerCase() ?? '';
  const asksForHelp = words.length === 2 && words[1]?.toLowerCase() === 'help' && commands.includes(first);
  if (asksForHelp || words.some((word) => asksForText.has(word))) return 'text';
  const question = words.length > 1 ? read(asked(words), describe) : null; // an assault without a file, too
  if (question) return question.inputs.save ? 'save' : undefined;
  const view = views.get(first);
  if (view) return view;
  const isQuestion = describe.questions.some(({ name }) => name === first);
  return commands.includes(first) && !isQuestion ? 'text' : undefined;
}

const standardName = 'assault.toml';

/** A line about an assault's file: the command, the file, and all that is said besides. */
export interface OfFile {
  command: string;
  name: string;
  rest: string[];
}

export function ofFile(line: string[]): OfFile {
  const [command = 'assault', ...words] = asked(line);
  const isBare = (word: string, i: number) => !word.startsWith('-') && !/^--[^=]+$/.test(words[i - 1] ?? '');
  const named = words.findIndex((word) => /^[^-=][^=]*\.toml$/i.test(word)); // behind a flag, too: --fixed FILE
  const at = named < 0 ? words.findIndex(isBare) : named;
  const rest = words.filter((_, i) => i !== at);
  return { command: command.toLowerCase(), name: words[at] ?? standardName, rest };
}

/** Whether a file is the one that a line without a name is about. */
export const isStandard = (name: string): boolean => name === standardName;

/** The words of a line's question: of an assault's views, of the file; null if its view asks itself. */
export function questionOf(line: string[], describe: Describe, commands: readonly string[]): string[] | null {
  const view = viewOf(line, describe, commands);
  if (!view || (view === 'save' && read(asked(line), describe))) return asked(line);
  if (view !== 'assault') return null;
  const { command, name, rest } = ofFile(line);
  return command === 'balance' ? ['assault', name] : [command, name, ...rest];
}
