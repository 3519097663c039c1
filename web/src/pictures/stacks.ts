import { figuresOf } from './counter';
import { calledOn, centerOf, placeOn, standardGrid, type HexGrid } from './hexes';
import { calledOf, fights, type SavedPiece } from './saved';
import { cut, escape, tag, text } from './svg';

// The pieces of a save on its map, hex by hex: who fights as small counters side by side, weapons and what else counts in a line below.

/** The pieces of each hex, by the hex's name on the map. */
export function stacksOf(grid: HexGrid, pieces: SavedPiece[]): Map<string, SavedPiece[]> {
  const stacks = new Map<string, SavedPiece[]>();
  for (const piece of pieces) {
    const hex = calledOn(grid, piece.hex ?? '');
    if (hex) stacks.set(hex, [...(stacks.get(hex) ?? []), piece]);
  }
  return stacks;
}

export function stacks(grid: HexGrid, all: ReadonlyMap<string, SavedPiece[]>): string {
  const scale = grid.hexHeight / standardGrid(1, 1).hexHeight;
  return [...all]
    .map(([hex, pieces]) => {
      const { x, y } = centerOf(grid, placeOn(grid, hex)!);
      const told = `${hex}: ${pieces.map(({ name }) => name).join(', ')}`;
      return tag('g', { transform: `translate(${x} ${y}) scale(${scale})` }, tag('title', {}, escape(told)), ...stack(pieces));
    })
    .join('');
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const one: Box[] = [{ x: -20, y: -21, width: 40, height: 34 }];
const two: Box[] = [-32, 1].map((x) => ({ x, y: -20, width: 31, height: 32 }));
const four: Box[] = [-29, -1].flatMap((y) => [-32, 1].map((x) => ({ x, y, width: 31, height: 26 })));
const placesFor = (count: number): Box[] => (count > 2 ? four : count === 2 ? two : one);

function stack(pieces: SavedPiece[]): string[] {
  const who = pieces.filter(fights);
  const boxes = placesFor(who.length);
  const first = who.length > boxes.length ? who.slice(0, boxes.length - 1) : who;
  const parts = first.map((piece, i) => plate(piece, boxes[i]!));
  if (first.length < who.length) parts.push(more(who.length - first.length, boxes.at(-1)!));
  const weapons = pieces.filter((piece) => piece.kind === 'support-weapon').map((piece) => piece.name.replace(/ .*/, ''));
  const others = pieces
    .filter((piece) => !fights(piece) && piece.kind !== 'support-weapon' && counts(piece) && !(who.length && holds(piece)))
    .map(({ name }) => name);
  if (weapons.length) parts.push(strip(weapons.join(' '), who.length > 2 ? 25 : 14));
  if (others.length) parts.push(strip(others.join(', '), who.length > 2 ? -37 : who.length ? -32 : -6));
  return parts;
}

/** Of what is no unit, what changes shots or movement. */
const counts = ({ kind, name }: SavedPiece): boolean =>
  kind === 'fortification' || /smoke|WP|wreck|blaze|flame|rubble|foxhole|trench|wire|mine/i.test(name);

/** Who is in it says so himself. */
const holds = ({ name }: SavedPiece): boolean => /foxhole|trench|pillbox/i.test(name);

const strip = (words: string, y: number): string => {
  const shown = cut(words, 58, 5.2);
  const width = shown.length * 5.2 + 6;
  return (
    tag('rect', { x: -width / 2, y, width, height: 11, rx: 2, fill: '#20261d', 'fill-opacity': 0.82 }) +
    text(0, y + 8.3, shown, { 'text-anchor': 'middle', 'font-size': 8.5, 'font-weight': 600, fill: '#fff' })
  );
};

const more = (count: number, { x, y, width, height }: Box): string =>
  tag('rect', { x, y, width, height, rx: 3, fill: '#20261d', 'fill-opacity': 0.82 }) +
  text(x + width / 2, y + height / 2 + 5, `+${count}`, { 'text-anchor': 'middle', 'font-size': 14, 'font-weight': 700, fill: '#fff' });

const sides: Record<string, string> = {
  German: '#b3c4d4',
  Russian: '#d0ae7c',
  American: '#b3c07f',
  British: '#dcc99a',
  Finnish: '#e4e7ea',
  Japanese: '#e6cf74',
  Italian: '#c6c9bd',
  French: '#a7bfe2',
  Hungarian: '#c2b59c',
  Romanian: '#d3c3a6',
  Partisan: '#c9a384',
};

/** The ground of a side's counters. */
export const colorOf = (side: string | null): string =>
  side === null
    ? '#d9d5cb'
    : (sides[side] ?? `hsl(${[...side].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 11)} 32% 74%)`);

const shortStates: Record<string, string> = {
  pinned: 'pin',
  'First Fire': 'FF',
  'Final Fire': 'Fin',
  'Prep Fire': 'Prep',
  'Bounding Fire': 'BF',
  'Opportunity Fire': 'Opp',
  'in Melee': 'melee',
  'in a foxhole': 'fox',
  'in a trench': 'trench',
  'in a pillbox': 'pill',
  encircled: 'enc',
  'Wall Advantage': 'WA',
  wounded: 'wnd',
  'in Motion': 'mot',
};

/** What fits on a counter of how somebody is: not where a vehicle's arc points to. */
const shortly = (states: string[]): string =>
  states
    .filter((state) => !/^[vt]?ca\d|^concealed$|^broken$/.test(state))
    .map((state) => shortStates[state] ?? state)
    .join(' ');

/** Somebody as a counter: figures below, who it is above them, and how he is. Who is broken is dark. */
export function plate(piece: SavedPiece, { x, y, width, height }: Box): string {
  const isConcealed = piece.count !== undefined;
  const isBroken = piece.states.includes('broken');
  const ink = isBroken || isConcealed ? '#fff' : '#20261d';
  const figures = calledOf(piece);
  const size = Math.min(width * 0.36, (width - 4) / (0.56 * Math.max(3, figures.length)));
  const shown = size < 7 ? cut(figures, width - 3, 4.4) : figures;
  const middle = x + width / 2;
  const states = shortly(piece.states);
  const isPlain = states === '' && piece.level === 0;
  const ground = isConcealed ? '#5b655f' : isBroken ? '#6d3329' : colorOf(piece.side);
  const parts = [
    tag('rect', {
      x,
      y,
      width,
      height,
      rx: 4,
      fill: ground,
      stroke: isConcealed ? colorOf(piece.side) : '#20261d',
      'stroke-width': isConcealed ? 2.5 : 1.2,
    }),
  ];
  if (isConcealed) {
    const words = `?${piece.count! > 1 ? `×${piece.count}` : ''}`;
    return parts
      .concat(text(middle, y + height / 2 + 6, words, { 'text-anchor': 'middle', 'font-size': 16, 'font-weight': 700, fill: ink }))
      .join('');
  }
  parts.push(
    tag('g', { transform: `translate(${middle} ${y + height * (isPlain ? 0.36 : 0.42)}) scale(${height / 58})` }, ...drawing(piece, ink)),
    text(middle, y + height - 3.5, shown, { 'text-anchor': 'middle', 'font-size': Math.max(7, size), 'font-weight': 700, fill: ink }),
  );
  const told = [piece.level ? `L${piece.level}` : '', isBroken ? 'brk' : '', states].filter(Boolean).join(' ');
  if (told)
    parts.push(
      text(x + 2.5, y + 7.5, cut(told, width - 4, 4.3), { 'font-size': 7.5, 'font-weight': 700, fill: isBroken ? '#ffd3c8' : '#8f2412' }),
    );
  return parts.join('');
}

const men: Record<string, number> = { squad: 3, 'half-squad': 2, crew: 2, leader: 1, hero: 1 };

/** Around 0. */
function drawing({ kind }: SavedPiece, ink: string): string[] {
  if (kind === 'vehicle')
    return [tag('path', { d: 'M-17 0h34l-4 10h-26zM-8 -9h15v8h-15zM7 -7h15v3h-15z', fill: ink, 'fill-opacity': 0.75 })];
  if (kind === 'gun')
    return [tag('path', { d: 'M-18 -6h30v4h-30zM4 -11h4v17h-4zM-2 3a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z', fill: ink, 'fill-opacity': 0.75 })];
  const count = men[kind];
  return count === undefined ? [] : figuresOf(count, count === 1, ink === '#fff' ? '#e8c9c0' : undefined);
}
