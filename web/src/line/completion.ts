import { asked } from '../command/command';
import { wordsOf } from '../command/words';

// What may come next in the line, as shells ask for it: `boxcars complete -- attack --terrain o`.

export interface Completion {
  text: string; // of the whole word, as it is typed
  help: string;
  from: number; // where it goes
  to: number;
  goesOn: boolean; // there is more of the word to come
}

const most = 8;

/** Answers `boxcars complete -- WORDS`: a line a word, its help behind a tab; `:files` if a file's name may stand there. */
export type Completer = (words: string[]) => Promise<string>;

/** What may stand where the caret is. `fileNames` are those that were opened. */
export async function completions(line: string, caret: number, complete: Completer, fileNames: string[] = []): Promise<Completion[]> {
  const typed = wordsOf(line.slice(0, caret));
  const current = typed.at(-1)?.to === caret ? typed.pop() : undefined;
  const start = current?.text ?? '';
  const from = current?.from ?? caret;
  const to = current ? (wordsOf(line).find((word) => word.from === from)?.to ?? caret) : caret;
  const before = asked(typed.map(({ text }) => text));
  if (!before.length && !start) return [];
  const lines = (await complete([...before, start])).split('\n').filter(Boolean);
  const offered = lines.flatMap((each) => {
    if (each === ':files') return fileNames.filter((name) => name.startsWith(start)).map((name) => ({ word: name, help: 'a file' }));
    const [word = '', help = ''] = each.split('\t');
    return { word, help };
  });
  const isNew = ({ word }: { word: string }) =>
    word.toLowerCase() !== start.toLowerCase() && !(word.startsWith('-') && before.includes(word));
  return offered
    .filter(isNew)
    .slice(0, most)
    .map(({ word, help }) => ({ text: quoted(word), help, from, to, goesOn: /[=:, ]$/.test(word) }));
}

/** A word with blanks stands in quotes, which are still open if it goes on. */
const quoted = (word: string): string => (/\s/.test(word) ? `"${word}${word.endsWith(' ') ? '' : '"'}` : word);
