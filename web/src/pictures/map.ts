import { shortPercent } from '../answer/odds';
import { centerOf, nameOf, outline, placeOf, places, type HexGrid } from './hexes';
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
  hexes: BoardHex[];
}

export interface MapOptions {
  grid: HexGrid;
  image?: string; // the board's own picture, an address
  board?: Board; // drawn if there is none
  heat?: Map<string, number>; // odds by hex, or another number
  figures?: 'percent' | 'number';
  chosen?: string[];
  own?: string[]; // where one's own men are,
  afvs?: string[]; // and AFV: each hex has a small counter that says so
  around?: string[]; // no more of it than these hexes and some around them, or if there are none all, with whole hexes at its edges
}

export function map({
  grid,
  image,
  board,
  heat = new Map(),
  figures = 'percent',
  chosen = [],
  own = [],
  afvs = [],
  around,
}: MapOptions): string {
  const hexes = [...places(grid)];
  const lines = hexes.map((place) => outline(grid, place)).join('');
  const parts = image
    ? [tag('image', { href: image, width: grid.width, height: grid.height, style: 'image-rendering: auto' })]
    : [tag('path', { d: lines, fill: looks.open }), ...(board?.hexes ?? []).map((hex) => ground(grid, hex, heat.has(hex.hex)))];
  parts.push(tag('path', { d: lines, fill: 'none', stroke: '#000', 'stroke-opacity': image ? 0.18 : 0.3, 'stroke-width': 1 }));
  if (!image) parts.push(...hexes.map((place) => label(grid, nameOf(place), place)));
  parts.push(...heated(grid, heat, figures));
  for (const hex of chosen) {
    const place = placeOf(hex);
    if (place)
      parts.push(
        tag('path', { d: outline(grid, place), fill: 'none', stroke: '#fff', 'stroke-width': 7 }),
        tag('path', { d: outline(grid, place), fill: 'none', stroke: '#b8452f', 'stroke-width': 4 }),
      );
  }
  for (const hex of new Set([...own, ...afvs])) parts.push(...counters(grid, hex, own.includes(hex), afvs.includes(hex)));
  const { left, top, width, height } = around ? part(grid, around) : wholeOf(grid);
  const inside = left || top ? tag('g', { transform: `translate(${-left} ${-top})` }, ...parts) : parts.join('');
  return svg(width, height, 'the map', inside);
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
    const place = placeOf(hex);
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
  const place = placeOf(hex);
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
function ground(grid: HexGrid, hex: BoardHex, isPlain: boolean): string {
  const place = placeOf(hex.hex);
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

/** Odds over the picture: the likelier, the stronger, on a scale of roots that still shows what is rare. */
function heated(grid: HexGrid, heat: Map<string, number>, figures: 'percent' | 'number'): string[] {
  const figure = figures === 'percent' ? shortPercent : (x: number) => x.toFixed(2).replace(/^0/, '');
  const most = Math.max(...heat.values(), 1e-12);
  return [...heat].flatMap(([hex, odds]) => {
    const place = placeOf(hex);
    if (!place || odds <= 0) return [];
    const strength = figures === 'percent' ? Math.sqrt(Math.sqrt(odds / most)) : Math.sqrt(odds / most);
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
