import { colors, cut, svg, tag, text } from './svg';

// Odds by two things that are varied, as a grid of colours.

export interface GridCell {
  row: number;
  column: number;
  odds: number | null;
  words: string; // of the odds
  fill: string;
  opacity: number;
  chosen?: boolean;
}

export interface GridOptions {
  width: number;
  title: string;
  down: string;
  across: string;
  rows: string[];
  columns: string[];
}

const narrow = 26; // a cell in which no figure has room

export function grid(cells: GridCell[], { width, title, down, across, rows, columns }: GridOptions): string {
  const longest = Math.max(...rows.map((row) => row.length));
  const left = Math.min(20 + 7 * Math.max(4, longest), Math.round(width * 0.35));
  const top = 62;
  const cell = (width - left) / columns.length;
  const tall = 40;
  const soft = { 'font-size': 12, fill: colors.soft };
  const each = Math.ceil((10 + 7 * Math.min(8, Math.max(...columns.map((column) => column.length)))) / cell); // of whose labels one is written
  const parts = [
    text(left, 14, cut(`${across} →`, width - left), { 'font-size': 13, fill: colors.soft }),
    text(0, 32, cut(`${down} ↓`, width), { 'font-size': 13, fill: colors.soft }),
    ...columns.map((column, i) =>
      i % each === 0 ? text(left + cell * (i + 0.5), top - 8, cut(column, cell * each), { ...soft, 'text-anchor': 'middle' }) : '',
    ),
    ...rows.map((row, j) => text(left - 10, top + tall * (j + 0.5) + 4, cut(row, left - 10), { ...soft, 'text-anchor': 'end' })),
  ];
  for (const { row, column, odds, words, fill, opacity, chosen } of cells) {
    if (odds === null) continue;
    const x = left + cell * column;
    const y = top + tall * row;
    const gap = cell > 8 ? 1 : 0;
    parts.push(
      tag(
        'rect',
        { x: x + gap, y: y + 1, width: cell - 2 * gap, height: tall - 2, rx: Math.min(5, cell / 4), fill, 'fill-opacity': opacity },
        tag('title', {}, words),
      ),
    );
    if (chosen)
      parts.push(
        tag('rect', { x: x + 1, y: y + 2, width: cell - 2, height: tall - 4, rx: 4, fill: 'none', stroke: colors.ink, 'stroke-width': 2 }),
      );
    if (cell >= narrow)
      parts.push(
        text(x + cell / 2, y + tall / 2 + 4, cell < 48 ? words.replace(/\.\d+/, '') : words, { 'font-size': 12, 'text-anchor': 'middle' }),
      );
  }
  return svg(width, top + tall * rows.length, title, ...parts);
}
