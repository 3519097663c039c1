import type { Answer } from '../answer/answer';
import { balance, type Balance } from './balance';
import { bars, type BarRow } from './bars';
import { comparison } from './comparison';
import { rowsOf, type Comparison } from './compared';
import { distribution } from './distribution';
import { groupsOf } from './groups';

export interface PictureOptions {
  width: number;
  simulated?: boolean;
}

export interface Picture {
  title: string;
  svg: string;
}

/** The pictures of an answer's JSON, whatever it answers: pure, without a document. */
export function pictures(answer: Answer | Comparison | Balance, options: PictureOptions): Picture[] {
  if (isBalance(answer)) return [{ title: answer.verdict, svg: balance(answer, options) }];
  if (isComparison(answer)) return [{ title: 'compared', svg: comparison(rowsOf(answer), { ...options, title: 'compared' }) }];
  const events = groupsOf(answer.events).map(({ title, rows }) => ({
    title,
    svg: bars(rows as BarRow[], { ...options, title: title || 'events' }),
  }));
  const measures = answer.measures.map((measure) => ({ title: measure.name, svg: distribution(measure, options) }));
  return [...events, ...measures];
}

const isBalance = (answer: { question: string }): answer is Balance => answer.question === 'balance';
const isComparison = (answer: { question: string }): answer is Comparison => answer.question === 'compare';

export { balance, bars, comparison, distribution, groupsOf, rowsOf };
export { counter } from './counter';
export { die } from './dice';
export { map } from './map';
