import { shortPercent } from '../answer/odds';
import { centerOf, nameOf, nameOn, outline, placeOn, places, standardGrid, type HexGrid } from './hexes';
import { colors, escape, svg, tag, text } from './svg';

// A board: its own picture, or hexes coloured by what they hold; over it the grid, and odds hex by hex.

export interface BoardHex {
  hex: string;
  terrain?: string;
  elevation?: number;
  building?: string;
  levels?: number;
  [more: string]: unknown;
}

/** `boxcars board --all --format json`. */
export interface Board {
  board: string;
  columns: number;
  rows: number;
  first?: string; // its first hex, if that is not A1
  hexes: BoardHex[];
}

/** Where its hexes are; on a table of boards, and on one that is turned, they are called as printed. The program lists all of them by column and row. */
export function namedGrid({ columns, rows, first, hexes }: Board): HexGrid {
  const grid = standardGrid(columns, rows, first);
  const all = [...places(grid)];
  if (all.length !== hexes.length || all.every((place, i) => nameOf(place) === hexes[i]!.hex)) return grid;
  const called = new Map(all.map((place, i) => [nameOf(place), hexes[i]!.hex]));
  return {
    ...grid,
    names: { places: new Map(all.map((place, i) => [hexes[i]!.hex, place])), nameOf: (place) => called.get(nameOf(place)) ?? '' },
  };
}

/** The color of the hexes that a question is about. */
export const outlined = '#b8452f';

/** A line of sight, with words on it. */
export interface SightLine {
  from: string;
  to: string;
  isBlocked: boolean;
  at?: string; // the hex that blocks it
  color?: string; // instead of green and red
  words: string;
}

/** A board's own picture, and where it lies: what is cut out of it, turned or not. */
export interface BoardImage {
  href: string;
  size: { width: number; height: number }; // of the whole picture
  from: { x: number; y: number }; // the left top corner of what is cut out
  to: { x: number; y: number; width: number; height: number };
  isTurned?: boolean;
}

export interface MapOptions {
  grid: HexGrid;
  images?: BoardImage[]; // the boards' own pictures
  board?: Board; // drawn if there are none
  heat?: Map<string, number>; // odds by hex, or another number
  figures?: Figures;
  chosen?: string[];
  seen?: ReadonlyMap<string, number | null>; // the Hindrance of what is seen from somewhere; null: it is not
  sight?: SightLine;
  letters?: number; // how high its words are at least
  over?: string; // drawn over the hexes and the line of sight, below its words
  own?: string[]; // where one's own men are,
  afvs?: string[]; // and AFV: each hex has a small counter that says so
  around?: string[]; // no more of it than these hexes and some around them, or if there are none all, with whole hexes at its edges
}

export function map(options: MapOptions): string {
  const { grid, over = '', own = [], afvs = [], around } = options;
  const { marks, words } = marked(options);
  const parts = [ground(options), marks, over, words];
  for (const hex of new Set([...own, ...afvs])) parts.push(...counters(grid, hex, own.includes(hex), afvs.includes(hex)));
  const { left, top, width, height } = around ? part(grid, around) : wholeOf(grid);
  const inside = left || top ? tag('g', { transform: `translate(${-left} ${-top})` }, ...parts) : parts.join('');
  return svg(width, height, 'the map', inside);
}

/** What lies below: the boards or their hexes, the grid, the names of hexes. */
export function ground({ grid, images = [], board, heat }: MapOptions): string {
  const hexes = [...places(grid)];
  const lines = hexes.map((place) => outline(grid, place)).join('');
  const bare = hexes.filter((place) => !images.some(({ to }) => holds(to, centerOf(grid, place))));
  const parts = images.map(laid);
  if (bare.length) parts.push(tag('path', { d: bare.map((place) => outline(grid, place)).join(''), fill: looks.open }));
  if (!images.length) parts.push(...(board?.hexes ?? []).map((hex) => terrain(grid, hex, heat?.has(hex.hex) ?? false)));
  parts.push(tag('path', { d: lines, fill: 'none', stroke: '#000', 'stroke-opacity': images.length ? 0.18 : 0.3, 'stroke-width': 1 }));
  parts.push(...bare.map((place) => label(grid, nameOn(grid, place), place)));
  return parts.join('');
}

/** What is said of it: odds, what is seen, the chosen hexes, a line of sight; and its words, which lie above counters. */
export function marked({ grid, heat = new Map(), figures = 'percent', chosen = [], seen, sight, letters = 0 }: MapOptions): {
  marks: string;
  words: string;
} {
  const parts = heated(grid, heat, figures);
  if (seen) parts.push(...viewed(grid, seen));
  for (const hex of chosen) {
    const place = placeOn(grid, hex);
    if (place)
      parts.push(
        tag('path', { d: outline(grid, place), fill: 'none', stroke: '#fff', 'stroke-width': 7 }),
        tag('path', { d: outline(grid, place), fill: 'none', stroke: outlined, 'stroke-width': 4 }),
      );
  }
  const [line = '', words = ''] = sight ? drawn(grid, sight, letters) : [];
  return { marks: parts.join('') + line, words };
}

const holds = ({ x, y, width, height }: BoardImage['to'], at: { x: number; y: number }): boolean =>
  at.x >= x - 1 && at.y >= y - 1 && at.x <= x + width + 1 && at.y <= y + height + 1;

function laid({ href, size, from, to, isTurned }: BoardImage): string {
  const image = tag('image', { href, ...size, style: 'image-rendering: auto' });
  const isWhole = from.x === 0 && from.y === 0 && to.width >= size.width && to.height >= size.height;
  const piece = isWhole
    ? image
    : tag('svg', { viewBox: `${from.x} ${from.y} ${to.width} ${to.height}`, width: to.width, height: to.height }, image);
  if (isWhole && !isTurned && to.x === 0 && to.y === 0) return piece;
  const turn = isTurned ? ` rotate(180 ${to.width / 2} ${to.height / 2})` : '';
  return tag('g', { transform: `translate(${to.x} ${to.y})${turn}` }, piece);
}

interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

const wholeOf = ({ width, height }: HexGrid): Part => ({ left: 0, top: 0, width, height });

/** Where these hexes are, with two more on each side; everything if there are none. The hexes at the edge are whole. */
function part(grid: HexGrid, around: string[]): Part {
  const edge = { x: (grid.hexWidth * 2) / 3 + 2, y: grid.hexHeight / 2 + 2 };
  const centers = around.flatMap((hex) => {
    const place = placeOn(grid, hex);
    return place ? [centerOf(grid, place)] : [];
  });
  const least = { x: -edge.x, y: -edge.y };
  const most = { x: grid.hexWidth * (grid.columns - 1) + grid.left + edge.x, y: grid.height + 2 };
  if (!centers.length) return { left: least.x, top: least.y, width: most.x - least.x, height: most.y - least.y };
  const [xs, ys] = [centers.map(({ x }) => x), centers.map(({ y }) => y)];
  const left = Math.max(least.x, Math.min(...xs) - 2.7 * grid.hexWidth);
  const top = Math.max(least.y, Math.min(...ys) - 2.5 * grid.hexHeight);
  const right = Math.min(most.x, Math.max(...xs) + 2.7 * grid.hexWidth);
  const bottom = Math.min(most.y, Math.max(...ys) + 2.5 * grid.hexHeight);
  return { left, top, width: right - left, height: bottom - top };
}

const label = (grid: HexGrid, name: string, place: { column: number; row: number }): string => {
  const { x, y } = centerOf(grid, place);
  return text(x, y - grid.hexHeight * 0.32, name, { 'text-anchor': 'middle', 'font-size': grid.hexHeight * 0.17, fill: '#0008' });
};

/** What stands in a hex, side by side at its lower edge. */
function counters(grid: HexGrid, hex: string, holdsOwn: boolean, holdsAfv: boolean): string[] {
  const place = placeOn(grid, hex);
  if (!place) return [];
  const { x, y } = centerOf(grid, place);
  const [width, height] = [grid.hexHeight * 0.36, grid.hexHeight * 0.2];
  const words = [...(holdsOwn ? [['own', 'your own men']] : []), ...(holdsAfv ? [['AFV', 'an AFV']] : [])];
  return words.map(([short, long], i) => {
    const left = x + (i - words.length / 2) * (width + 2) + 1;
    const top = y + grid.hexHeight * 0.24;
    return tag(
      'g',
      {},
      tag('title', {}, escape(`${hex}: ${long}`)),
      tag('rect', { x: left, y: top, width, height, rx: 2, fill: '#fffdf8', stroke: '#1f4f8f', 'stroke-width': 2 }),
      text(left + width / 2, top + height * 0.76, short!, {
        'text-anchor': 'middle',
        'font-size': height * 0.8,
        'font-weight': 700,
        fill: '#1f4f8f',
      }),
    );
  });
}

/** The looks of words; a word that has none gets a colour of its own. */
const looks: Record<string, string> = {
  open: '#e4e0cd',
  wood: '#b98a5a',
  stone: '#9a9c9f',
  woods: '#7fa267',
  water: '#8fb6cf',
  grain: '#e2cf83',
  brush: '#b9c48a',
  orchard: '#a9c38a',
  marsh: '#9dbcae',
};

// Under odds it is plain, so that their colour is only theirs.
function terrain(grid: HexGrid, hex: BoardHex, isPlain: boolean): string {
  const place = placeOn(grid, hex.hex);
  const word = hex.building ?? hex.terrain ?? 'open';
  if (!place || word === 'open') return '';
  const parts = [
    tag(
      'path',
      { d: outline(grid, place), fill: isPlain ? looks.open : (looks[word] ?? ownColor(word)), 'fill-opacity': hex.building ? 0.95 : 0.75 },
      tag('title', {}, escape(`${hex.hex} ${word}`)),
    ),
  ];
  if (hex.building) {
    const { x, y } = centerOf(grid, place);
    parts.push(
      text(x, y + grid.hexHeight * 0.14, '▲'.repeat(hex.levels ?? 0) || '■', {
        'text-anchor': 'middle',
        'font-size': grid.hexHeight * 0.24,
        fill: '#0009',
      }),
    );
  }
  return parts.join('');
}

const ownColor = (word: string): string => `hsl(${[...word].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7)} 28% 66%)`;

/** What is not seen lies in the dark, what is hindered the more so, the more it is. */
function viewed(grid: HexGrid, seen: ReadonlyMap<string, number | null>): string[] {
  return [...seen].flatMap(([hex, hindrance]) => {
    const place = placeOn(grid, hex);
    if (!place || hindrance === 0) return [];
    const path = { d: outline(grid, place), fill: hindrance === null ? '#000' : '#7a4b00' };
    const shade = tag('path', { ...path, 'fill-opacity': hindrance === null ? 0.55 : 0.14 + 0.07 * hindrance });
    return hindrance === null ? [shade] : [shade, written(grid, centerOf(grid, place), `+${hindrance}`, 0.3, '#5b3800')];
  });
}

/** Green, or red with the hex that blocks it; and its words. */
function drawn(grid: HexGrid, { from, to, isBlocked, at, color: own, words }: SightLine, letters: number): [string, string] | [] {
  const [begins, ends, blocks] = [placeOn(grid, from), placeOn(grid, to), placeOn(grid, at ?? '')];
  if (!begins || !ends) return [];
  const [a, b] = [centerOf(grid, begins), centerOf(grid, ends)];
  const color = own ?? (isBlocked ? '#b3261e' : '#14703c');
  const line = { x1: a.x, y1: a.y, x2: b.x, y2: b.y, 'stroke-linecap': 'round' };
  const parts = [tag('line', { ...line, stroke: '#fff', 'stroke-width': 9 }), tag('line', { ...line, stroke: color, 'stroke-width': 5 })];
  if (blocks) parts.push(tag('path', { d: outline(grid, blocks), fill: color, 'fill-opacity': 0.35, stroke: color, 'stroke-width': 4 }));
  const above = { x: (a.x + b.x) / 2, y: Math.min(a.y, b.y) - grid.hexHeight * 0.62 };
  return [parts.join(''), written(grid, above, words, Math.max(0.34, letters / grid.hexHeight), color)];
}

const written = (grid: HexGrid, { x, y }: { x: number; y: number }, words: string, size: number, color: string): string =>
  text(x, y + grid.hexHeight * size * 0.35, words, {
    'text-anchor': 'middle',
    'font-size': grid.hexHeight * size,
    'font-weight': 700,
    fill: '#fff',
    stroke: color,
    'stroke-width': grid.hexHeight * size * 0.25,
    'paint-order': 'stroke',
    'stroke-linejoin': 'round',
  });

/** Percents of what may be rare, or of what is likely; other numbers. */
type Figures = 'percent' | 'likely percent' | 'number';

const powers: Record<Figures, number> = { percent: 0.25, 'likely percent': 1, number: 0.5 };

/** Odds over the picture: the likelier, the stronger, on a scale of roots that still shows what is rare. */
function heated(grid: HexGrid, heat: Map<string, number>, figures: Figures): string[] {
  const figure = figures === 'number' ? (x: number) => x.toFixed(2).replace(/^0/, '') : shortPercent;
  const most = Math.max(...heat.values(), 1e-12);
  return [...heat].flatMap(([hex, odds]) => {
    const place = placeOn(grid, hex);
    if (!place || odds <= 0) return [];
    const strength = (odds / most) ** powers[figures];
    const { x, y } = centerOf(grid, place);
    const parts = [
      tag(
        'path',
        { d: outline(grid, place), fill: colors.heat, 'fill-opacity': 0.08 + 0.55 * strength },
        tag('title', {}, `${hex} ${figure(odds)}`),
      ),
    ];
    if (odds >= 1e-4) {
      parts.push(
        text(x, y + grid.hexHeight * 0.1, figure(odds), {
          'text-anchor': 'middle',
          'font-size': grid.hexHeight * 0.26,
          'font-weight': 700,
          fill: '#fff',
          stroke: '#3a0d05',
          'stroke-width': grid.hexHeight * 0.05,
          'paint-order': 'stroke',
          'stroke-linejoin': 'round',
        }),
      );
    }
    return parts;
  });
}
