import type { Odds } from '../answer/answer';
import { best, percent, simulatedPercent } from '../answer/odds';
import { colors, fitted, svg, tag, text, widthOf } from './svg';

// Odds as bars: the exact ones solid; what was simulated as its 95% interval, with its figure beside.

export interface BarRow extends Odds {
  label: string;
}

export interface BarsOptions {
  width: number;
  title: string;
  simulated?: boolean; // tell the simulated figures, too
}

const row = 38;
const second = 18; // more where the figures have a line of their own
const bar = 10;
const size = 14;
const gap = 10; // between words and figures, and between two of those

export function bars(rows: BarRow[], { width, title, simulated = false }: BarsOptions): string {
  let y = 0;
  const drawn = rows.map((each) => {
    const figures = figuresOf(each, simulated);
    const lower = widthOf(each.label, size) + gap + figures.width > width ? second : 0;
    const moved = (by: number, ...parts: string[]) => tag('g', { transform: by ? `translate(0 ${by})` : undefined }, ...parts);
    const group = moved(
      y,
      text(0, size, fitted(each.label, size, width), { 'font-size': size }),
      moved(lower, ...oneBar(each, figures, width, simulated)),
    );
    y += row + lower;
    return group;
  });
  return svg(width, y, title, ...drawn);
}

interface Figures {
  exact: string;
  thrown: string;
  width: number;
}

function figuresOf(odds: BarRow, simulated: boolean): Figures {
  const exact = odds.exact === null ? '' : percent(odds.exact);
  const thrown = odds.estimate === null || (!simulated && exact) ? '' : simulatedPercent(odds);
  return { exact, thrown, width: widthOf(exact, size, true) + (exact && thrown ? gap : 0) + widthOf(thrown, size) };
}

function oneBar(odds: BarRow, { exact, thrown }: Figures, width: number, simulated: boolean): string[] {
  const at = (p: number) => p * width;
  const known = best(odds) ?? 0;
  const fill = odds.exact !== null ? colors.exact : colors.simulated;
  const parts = [
    tag(
      'text',
      { x: width, y: size, 'font-size': size, 'text-anchor': 'end', style: 'font-variant-numeric: tabular-nums' },
      tag('tspan', { fill: colors.ink, 'font-weight': 600 }, exact),
      tag('tspan', { fill: colors.simulated, dx: exact && thrown ? gap : 0 }, thrown),
    ),
    tag('rect', { x: 0, y: 20, width, height: bar, rx: bar / 2, fill: colors.track }),
  ];
  if (known > 0)
    parts.push(
      tag('rect', { x: 0, y: 20, width: Math.max(at(known), 3), height: bar, rx: Math.min(bar / 2, Math.max(at(known), 3) / 2), fill }),
    );
  if (simulated && odds.low !== null && odds.high !== null) {
    const from = Math.max(0, at(odds.low) - 1);
    parts.push(
      tag('rect', {
        x: from,
        y: 18,
        width: Math.max(2, at(odds.high) - from + 1),
        height: bar + 4,
        rx: 1.5,
        fill: odds.exact === null ? colors.ink : colors.simulated,
        stroke: colors.paper,
        'stroke-width': 1,
      }),
    );
  }
  return parts;
}
