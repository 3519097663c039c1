import type { Odds } from '../answer/answer';
import { best, percent, simulatedPercent } from '../answer/odds';
import { colors, cut, svg, tag, text } from './svg';

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
const bar = 10;

export function bars(rows: BarRow[], { width, title, simulated = false }: BarsOptions): string {
  const drawn = rows.map((each, i) => tag('g', { transform: `translate(0 ${i * row})` }, ...oneBar(each, width, simulated)));
  return svg(width, rows.length * row, title, ...drawn);
}

function oneBar(odds: BarRow, width: number, simulated: boolean): string[] {
  const at = (p: number) => p * width;
  const known = best(odds) ?? 0;
  const exact = odds.exact === null ? '' : percent(odds.exact);
  const thrown = odds.estimate === null || (!simulated && exact) ? '' : simulatedPercent(odds);
  const figures = [exact, thrown].filter(Boolean).join('   ');
  const fill = odds.exact !== null ? colors.exact : colors.simulated;
  const parts = [
    text(0, 14, cut(odds.label, width - 8 * figures.length, 7.2, 6), { 'font-size': 14 }),
    tag(
      'text',
      { x: width, y: 14, 'font-size': 14, 'text-anchor': 'end', style: 'font-variant-numeric: tabular-nums' },
      tag('tspan', { fill: colors.ink, 'font-weight': 600 }, exact),
      tag('tspan', { fill: colors.simulated, dx: exact && thrown ? 10 : 0 }, thrown),
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
