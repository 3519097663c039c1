import type { Measure } from '../answer/answer';
import { best, percent, shortPercent } from '../answer/odds';
import { colors, svg, tag, text } from './svg';

// A measure's values as columns. Values that hardly ever come are left out at the ends.

const height = 128;
const base = height - 20;
const rare = 5e-4;

/** Whether more than one value is drawn. */
export const isOpen = ({ distribution }: Measure): boolean => distribution.filter((each) => (best(each) ?? 0) >= rare).length > 1;

export function distribution(measure: Measure, { width }: { width: number }): string {
  const values = measure.distribution.map((each) => ({ value: each.value, odds: best(each) ?? 0 }));
  const last = values.findLastIndex(({ odds }) => odds >= rare);
  const first = values.findIndex(({ odds }) => odds >= rare);
  const told = values.slice(Math.max(0, first), Math.max(first, last) + 1);
  const most = Math.max(...told.map(({ odds }) => odds), 1e-9);
  const step = Math.min(width / Math.max(1, told.length), 72);
  const isWide = step >= 44;
  const each = Math.ceil(28 / step); // of whose values one is written
  const columns = told.map(({ value, odds }, i) => {
    const x = i * step;
    const tall = Math.max(odds > 0 ? 1.5 : 0, (odds / most) * (base - 22));
    const parts = [
      tag('rect', {
        x: x + step * 0.12,
        y: base - tall,
        width: step * 0.76,
        height: tall,
        rx: Math.min(3, step / 4),
        fill: measure.exact_mean === null ? colors.simulated : colors.exact,
      }),
    ];
    if (isWide)
      parts.push(text(x + step / 2, base - tall - 5, shortPercent(odds), { 'font-size': 12, 'text-anchor': 'middle', fill: colors.ink }));
    if (i % each === 0)
      parts.push(text(x + step / 2, height - 5, String(value), { 'font-size': 12, 'text-anchor': 'middle', fill: colors.soft }));
    return parts.join('');
  });
  const floor = tag('line', { x1: 0, x2: step * told.length, y1: base + 0.5, y2: base + 0.5, stroke: colors.line });
  return svg(width, height, `${measure.name}: ${told.map(({ value, odds }) => `${value} ${percent(odds)}`).join(', ')}`, ...columns, floor);
}
