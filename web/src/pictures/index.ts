import type { Answer } from '../answer/answer';
import { best, shortPercent } from '../answer/odds';
import { balance, type Balance } from './balance';
import { bars, type BarRow } from './bars';
import { comparison } from './comparison';
import { rowsOf, type Comparison } from './compared';
import { distribution, isOpen } from './distribution';
import { groupsOf } from './groups';
import { heatOf } from './heat';
import { placeOn } from './hexes';
import { namedGrid, map, outlined, type Board, type SightLine } from './map';
import { escape } from './svg';
import { sweep, type Study } from './sweep';

/** What there is to draw: an answer's JSON, maps that it is about, and of a study the events that matter. */
export interface Pictured {
  answer?: Answer | Comparison | Balance | Study;
  events?: string[];
  maps?: PicturedMap[];
}

interface PicturedMap {
  board: Board;
  title?: string;
  heat?: Record<string, number>;
  seen?: Record<string, number | null>; // the Hindrance of each hex; null: nothing is seen for sure
  sight?: SightLine;
  hexes?: string[]; // that it is about
  own?: string[];
  afvs?: string[];
  figures?: 'percent' | 'number';
}

export interface PictureOptions {
  width: number; // of a picture among others,
  whole?: number; // and of one alone in its row; as wide if it is not given
}

export interface Picture {
  title: string;
  svg: string;
  isWhole?: boolean; // has a row of its own
  isFar?: boolean; // is of no use on a phone, unless it is moved about
}

/** A picture under its title, in a box of this class if it is to be moved about. */
export function figure({ title, svg, isWhole }: Picture, box?: string): string {
  const inside = box ? `<div class="${box}" tabindex="0">${svg}</div>` : svg;
  return `<figure${isWhole ? ' class="whole"' : ''}><figcaption>${escape(title)}</figcaption>${inside}</figure>`;
}

/** The pictures of whatever was answered: pure, without a document. */
export function pictures({ answer, events = [], maps = [] }: Pictured, { width, whole = width }: PictureOptions): Picture[] {
  const drawn: Picture[] = maps.map(({ board, title, heat, seen, sight, figures, hexes = [], own = [], afvs = [] }) => {
    const odds = heat ? new Map(Object.entries(heat)) : answer && isAnswer(answer) ? heatOf(answer.events) : undefined;
    const grid = namedGrid(board);
    const isHere = (hex: string): boolean => placeOn(grid, hex) !== null;
    const chosen = hexes.filter(isHere);
    const around = answer ? [...(odds?.keys() ?? []), ...[...chosen, ...own, ...afvs].filter(isHere)] : [];
    const signs: string[] = board.hexes.some(({ building }) => building) ? ['■ a building, ▲ each level above its ground'] : [];
    if (own.length) signs.push('own: your own men');
    const legend = signs.length ? ` (${signs.join('; ')})` : '';
    const named = (title ?? `board ${board.board}`) + (odds?.size && !heat ? ': how likely each hex is rubbled' : '') + legend;
    const fire = answer && isAnswer(answer) ? lineOfFire(answer, chosen) : undefined;
    const viewed = seen && new Map(Object.entries(seen));
    const svg = map({ grid, board, heat: odds, figures, chosen, seen: viewed, sight: sight ?? fire, own, afvs, around });
    return { title: named, svg, isWhole: true, isFar: !around.length };
  });
  if (!answer) return drawn;
  if (isStudy(answer)) drawn.push(...sweep(answer, events, { width: whole }).map((each) => ({ ...each, isWhole: true })));
  else if (isBalance(answer)) drawn.push({ title: answer.event, svg: balance(answer, { width: whole }), isWhole: true });
  else if (isComparison(answer))
    drawn.push({ title: 'compared', svg: comparison(rowsOf(answer), { width: whole, title: 'compared' }), isWhole: true });
  else drawn.push(...ofAnswer(answer, width));
  return drawn;
}

/** Between the two hexes of an attack, with the odds that somebody breaks. Whether there is LOS is for the notes to say. */
function lineOfFire({ question, events }: Answer, [to, from]: string[]): SightLine | undefined {
  const breaks = events.find(({ name }) => name === 'any broken or eliminated');
  const odds = breaks ? best(breaks) : null;
  if (question !== 'attack' || !from || !to || odds === null) return undefined;
  return { from, to, isBlocked: false, color: outlined, words: `breaks ${shortPercent(odds)}` };
}

function ofAnswer(answer: Answer, width: number): Picture[] {
  const simulated = answer.trials > 0;
  const told = answer.events.filter((event) => (best(event) ?? 0) >= 1e-6);
  const events = groupsOf(told).map(({ title, rows }) => ({
    title: title || 'all together',
    svg: bars(rows as BarRow[], { width, simulated, title: title || 'events' }),
  }));
  const measures = answer.measures.filter(isOpen).map((measure) => ({ title: measure.name, svg: distribution(measure, { width }) }));
  return [...events, ...measures];
}

type Any = NonNullable<Pictured['answer']>;
const isStudy = (answer: Any): answer is Study => 'axes' in answer;
const isBalance = (answer: Any): answer is Balance => 'question' in answer && answer.question === 'balance';
const isComparison = (answer: Any): answer is Comparison => 'question' in answer && answer.question === 'compare';
const isAnswer = (answer: Any): answer is Answer => !isStudy(answer) && !isBalance(answer) && !isComparison(answer);

/** Whether they show simulated odds beside exact ones. */
export const showsBoth = ({ answer }: Pictured): boolean =>
  answer !== undefined && isAnswer(answer) && answer.trials > 0 && answer.events.some(({ exact }) => exact !== null);

export { balance, bars, comparison, distribution, groupsOf, heatOf, rowsOf };
export { counter } from './counter';
export { die } from './dice';
export { map } from './map';
