import type { Describe } from '../describe/describe';
import { asked } from './command';
import { isStandard, ofFile, viewOf } from './views';
import { join, split } from './words';

// Which files of text a line is about: what its address has to have, for the same to be answered elsewhere.

const endsAsText = /\.toml$/i;

/** A word's text behind `--option=`, if it has that. */
const valueOf = (word: string): string => word.replace(/^--[a-z-]+=/, '');

/** Their names: maps and assaults, those of questions within the line, too, and the one that a view without a name is about. */
export function filesNamed(line: string[], describe: Describe, commands: readonly string[]): string[] {
  const words = asked(line);
  const all = words.flatMap((word) => (/\s/.test(word) ? split(word) : [word])).map(valueOf);
  const ofView = viewOf(words, describe, commands) === 'assault' ? [ofFile(words).name] : [];
  return [...new Set([...ofView, ...all.filter((word) => endsAsText.test(word))])];
}

/** The file that a line is about without a word of it. */
export function impliedFile(line: string[]): string | undefined {
  const { name } = ofFile(line);
  return isStandard(name) && !line.includes(name) ? name : undefined;
}

/** The line about files that have other names here. */
export function renamedIn(line: string, others: { from: string; to: string }[]): string {
  const nameOf = (word: string) => others.find(({ from }) => from === word)?.to;
  const renamed = (word: string): string => {
    if (/\s/.test(word)) return join(split(word).map(renamed));
    const value = valueOf(word);
    return word.slice(0, word.length - value.length) + (nameOf(value) ?? value);
  };
  const words = split(line);
  const implied = nameOf(impliedFile(words) ?? '');
  if (!implied) return join(words.map(renamed));
  const [command = '', ...rest] = asked(words);
  return join([command, implied, ...rest.map(renamed)]);
}
