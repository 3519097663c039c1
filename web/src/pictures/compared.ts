import type { Odds } from '../answer/answer';
import type { ComparedRow } from './comparison';
import { letters } from './svg';

/** `boxcars compare --format json`: A, B, ... by their letters. */
export interface Comparison {
  question: 'compare';
  understood?: string; // what was read from words
  events: ({ name: string } & Record<string, unknown>)[];
  measures: ({ name: string } & Record<string, unknown>)[];
  verdict?: string | string[];
  notes: string[];
  [letter: string]: unknown;
}

export const lettersOf = (answer: Comparison): string[] => letters.filter((letter) => letter in answer);

/** The events that can be otherwise in one of them. */
export function rowsOf(answer: Comparison): ComparedRow[] {
  const rows = answer.events.map((event) => ({
    name: event.name,
    odds: lettersOf(answer).map((letter) => event[letter] as Odds | undefined),
  }));
  const open = (odds: Odds | undefined) => ![null, undefined, 0, 1].includes(odds?.exact ?? odds?.estimate);
  return rows.filter((row) => row.odds.some(open));
}
