// A line as words and back, as a shell would: quotes hold words together.

export interface Word {
  text: string;
  from: number; // in the line
  to: number;
}

export function wordsOf(line: string): Word[] {
  const words: Word[] = [];
  let word: Word | undefined;
  let quote = '';
  for (let i = 0; i < line.length; ++i) {
    const letter = line[i]!;
    const isGap = /\s/.test(letter) && !quote;
    if (isGap) {
      word = undefined;
      continue;
    }
    if (!word) words.push((word = { text: '', from: i, to: i }));
    word.to = i + 1;
    if (letter === quote) quote = '';
    else if (!quote && (letter === '"' || (letter === "'" && i === word.from))) quote = letter;
    else word.text += letter;
  }
  return words;
}

export const split = (line: string): string[] => wordsOf(line).map((word) => word.text);

export function join(words: string[]): string {
  return words.map((word) => (word === '' || /[\s"']/.test(word) ? quoted(word) : word)).join(' ');
}

function quoted(word: string): string {
  return word.includes('"') && !word.includes("'") ? `'${word}'` : `"${word.replaceAll('"', "'")}"`;
}
