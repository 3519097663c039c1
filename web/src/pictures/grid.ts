import { colors, svg, tag, text } from './svg';

// Odds by two things that are varied, as a grid of colours.

export interface GridCell {
  row: string;
  column: string;
  odds: number | null;
  fill: string;
  opacity: number;
  chosen?: boolean;
}

export interface GridOptions {
  width: number;
  title: string;
  down: string;
  across: string;
}

/** Percents without their sign: rare ones with more digits, where there is room. */
const figure = (percents: number, isNarrow: boolean): string => {
  if (isNarrow) return String(Math.round(percents));
  return percents === 0 || percents >= 0.995 ? percents.toFixed(1) : percents.toPrecision(2);
};

export function grid(cells: GridCell[], { width, title, down, across }: GridOptions): string {
  const rows = [...new Set(cells.map(({ row }) => row))];
  const columns = [...new Set(cells.map(({ column }) => column))];
  const left = 20 + 7 * Math.max(4, ...rows.map((row) => row.length));
  const top = 46;
  const cell = (width - left) / columns.length;
  const tall = 40;
  const soft = { 'font-size': 12, fill: colors.soft };
  const parts = [
    text(left, 14, `${across} →`, { 'font-size': 13, fill: colors.soft }),
    text(0, top - 8, `${down} ↓`, { 'font-size': 13, fill: colors.soft }),
    ...columns.map((column, i) => text(left + cell * (i + 0.5), top - 8, column, { ...soft, 'text-anchor': 'middle' })),
    ...rows.map((row, j) => text(left - 10, top + tall * (j + 0.5) + 4, row, { ...soft, 'text-anchor': 'end' })),
  ];
  for (const { row, column, odds, fill, opacity, chosen } of cells) {
    if (odds === null) continue;
    const x = left + cell * columns.indexOf(column);
    const y = top + tall * rows.indexOf(row);
    parts.push(tag('rect', { x: x + 1, y: y + 1, width: cell - 2, height: tall - 2, rx: 5, fill, 'fill-opacity': opacity }));
    if (chosen)
      parts.push(
        tag('rect', { x: x + 2, y: y + 2, width: cell - 4, height: tall - 4, rx: 4, fill: 'none', stroke: colors.ink, 'stroke-width': 2 }),
      );
    parts.push(
      text(x + cell / 2, y + tall / 2 + 4, figure(100 * odds, cell < 44), {
        'font-size': 12,
        'text-anchor': 'middle',
      }),
    );
  }
  return svg(width, top + tall * rows.length, title, ...parts);
}
