import type { Odds } from '../answer/answer';
import { best, percent, roundPercent } from '../answer/odds';
import { colors, cut, svg, tag, text } from './svg';

// Odds by what is varied, from 0 to 100%, with the 95% intervals of what was simulated. Numbers are in their order and joined; others are
// not, as nothing is between them.

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

const isNumber = (label: string): boolean => label !== '' && Number.isFinite(Number(label));

export function curve(all: CurvePoint[], { width, title, vary, target, chosen }: CurveOptions): string {
  const areNumbers = all.every(({ label }) => isNumber(label));
  const points = areNumbers ? [...all].sort((a, b) => Number(a.label) - Number(b.label)) : all;
  const height = Math.round(Math.min(340, Math.max(230, width * 0.5)));
  const [left, right, top, bottom] = [44, target === undefined ? 16 : 52, 26, 42];
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
      across(target, { stroke: colors.soft, 'stroke-width': 2, 'stroke-dasharray': '6 5' }),
      text(width - right + 5, y(target) + 4, percent(target).replace('.00', ''), {
        'font-size': 12,
        fill: colors.soft,
        'font-weight': 600,
      }),
    );
  const at = points.flatMap((point, i) => {
    const p = best(point.odds);
    return p === null ? [] : [{ i, point, p, x: x(i), y: y(p), color: point.odds.exact === null ? colors.simulated : colors.exact }];
  });
  if (areNumbers)
    parts.push(
      tag('polyline', {
        points: at.map((p) => `${p.x.toFixed(1)},${p.y.toFixed(1)}`).join(' '),
        fill: 'none',
        stroke: at[0]?.color ?? colors.exact,
        'stroke-width': 2.5,
        'stroke-linejoin': 'round',
      }),
    );
  const dotted = step >= 12;
  const each = Math.ceil(46 / step); // of whose figures one is written
  for (const { i, point, p, x, y: high_up, color } of at) {
    const { low, high } = point.odds;
    const isChosen = point === chosen;
    if (dotted || isChosen || !areNumbers)
      parts.push(
        tag('circle', {
          cx: x,
          cy: high_up,
          r: isChosen ? 7 : 4.5,
          fill: isChosen ? colors.ink : color,
          stroke: colors.paper,
          'stroke-width': 2,
        }),
      );
    if (low !== null && high !== null)
      parts.push(tag('line', { x1: x, x2: x, y1: y(low), y2: y(high), stroke: colors.simulated, 'stroke-width': dotted ? 3 : 1 }));
    if (isChosen || i % each === 0)
      parts.push(
        text(x, high_up - 12 > top - 8 ? high_up - 12 : high_up + 22, roundPercent(p), {
          'font-size': 12,
          'text-anchor': 'middle',
          'font-weight': isChosen ? 700 : 400,
          stroke: colors.paper,
          'stroke-width': 3,
          'paint-order': 'stroke',
        }),
      );
  }
  const longest = Math.max(1, ...points.slice(0, 1000).map(({ label }) => label.length));
  const named = areNumbers ? Math.ceil((16 + 7 * longest) / step) : Math.ceil(40 / step);
  points.forEach(({ label }, i) => {
    if (i % named === 0)
      parts.push(
        text(x(i), height - bottom + 18, cut(label, areNumbers ? Infinity : step * named * 0.92), {
          'font-size': 12,
          'text-anchor': 'middle',
          fill: colors.soft,
        }),
      );
  });
  parts.push(text(left + room / 2, height - 4, cut(vary, room), { 'font-size': 13, 'text-anchor': 'middle', fill: colors.soft }));
  return svg(width, height, title, ...parts);
}
