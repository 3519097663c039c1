import type { Odds } from '../answer/answer';
import { best, percent } from '../answer/odds';
import { colors, svg, tag, text } from './svg';

// Odds by what is varied, from 0 to 100%, with the 95% intervals of what was simulated.

export interface CurvePoint {
  label: string;
  odds: Odds;
}

export interface CurveOptions {
  width: number;
  title: string;
  vary: string;
  target?: number; // a line across
  chosen?: CurvePoint;
}

export function curve(points: CurvePoint[], { width, title, vary, target, chosen }: CurveOptions): string {
  const height = Math.round(Math.min(340, Math.max(230, width * 0.5)));
  const [left, right, top, bottom] = [44, 16, 26, 42];
  const room = width - left - right;
  const step = room / (points.length - 0.2); // a little room beside the first and the last
  const x = (i: number) => left + step * (i + 0.4);
  const y = (p: number) => height - bottom + (top - height + bottom) * p;
  const across = (p: number, style: Record<string, string | number>) =>
    tag('line', { x1: left, x2: width - right, y1: y(p), y2: y(p), ...style });
  const parts = [0, 0.2, 0.4, 0.6, 0.8, 1].map((tick) =>
    tag(
      'g',
      {},
      across(tick, { stroke: colors.line }),
      text(left - 8, y(tick) + 4, `${Math.round(tick * 100)}%`, { 'font-size': 12, 'text-anchor': 'end', fill: colors.soft }),
    ),
  );
  if (target !== undefined)
    parts.push(
      across(target, { stroke: colors.simulated, 'stroke-width': 2, 'stroke-dasharray': '6 5' }),
      text(width - right, y(target) - 6, percent(target).replace('.00', ''), {
        'font-size': 12,
        'text-anchor': 'end',
        fill: colors.simulated,
        'font-weight': 600,
      }),
    );
  const at = points.flatMap((point, i) => {
    const p = best(point.odds);
    return p === null ? [] : [{ i, point, p, x: x(i), y: y(p) }];
  });
  parts.push(
    tag('polyline', {
      points: at.map((p) => `${p.x.toFixed(1)},${p.y.toFixed(1)}`).join(' '),
      fill: 'none',
      stroke: colors.exact,
      'stroke-width': 2.5,
      'stroke-linejoin': 'round',
    }),
  );
  const each = Math.ceil(46 / step); // of whose figures one is written
  const named = Math.ceil((16 + 7 * Math.max(...points.map(({ label }) => label.length))) / step);
  for (const { i, point, p, x, y: height_of } of at) {
    const { low, high } = point.odds;
    const isChosen = point === chosen;
    if (low !== null && high !== null)
      parts.push(tag('line', { x1: x, x2: x, y1: y(low), y2: y(high), stroke: colors.simulated, 'stroke-width': 3 }));
    parts.push(
      tag('circle', {
        cx: x,
        cy: height_of,
        r: isChosen ? 7 : 4.5,
        fill: isChosen ? colors.simulated : colors.exact,
        stroke: colors.paper,
        'stroke-width': 2,
      }),
    );
    if (isChosen || i % each === 0)
      parts.push(
        text(x, height_of - 12 > top - 8 ? height_of - 12 : height_of + 22, Math.round(p * 100) + '%', {
          'font-size': 12,
          'text-anchor': 'middle',
          'font-weight': isChosen ? 700 : 400,
        }),
      );
  }
  points.forEach(({ label }, i) => {
    if (i % named === 0)
      parts.push(text(x(i), height - bottom + 18, label, { 'font-size': 12, 'text-anchor': 'middle', fill: colors.soft }));
  });
  parts.push(text(left + room / 2, height - 4, vary, { 'font-size': 13, 'text-anchor': 'middle', fill: colors.soft }));
  return svg(width, height, title, ...parts);
}
