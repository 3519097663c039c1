import { scaleLinear, scalePoint } from 'd3-scale';
import type { Odds } from '../answer/answer';
import { percent } from '../answer/odds';
import { colors, svg, tag, text } from './svg';

// `boxcars balance`: the odds by what is varied, with the line that is wanted. Two things varied are a grid of colours.

export interface Setting extends Odds {
  values: Record<string, number | string>;
  trials?: number;
}

export interface Balance {
  question: 'balance';
  name: string;
  event: string;
  vary: string[];
  target: number;
  settings: Setting[];
  best: Setting;
  verdict: string;
  notes: string[];
}

export function balance(answer: Balance, { width }: { width: number }): string {
  return answer.vary.length > 1 ? grid(answer, width) : curve(answer, width);
}

const odds = (setting: Odds): number => setting.exact ?? setting.estimate ?? 0;

function curve(answer: Balance, width: number): string {
  const vary = answer.vary[0]!;
  const height = Math.round(Math.min(340, Math.max(230, width * 0.5)));
  const [left, right, top, bottom] = [44, 16, 26, 42];
  const x = scalePoint(
    answer.settings.map((setting) => String(setting.values[vary])),
    [left, width - right],
  ).padding(0.4);
  const y = scaleLinear([0, 1], [height - bottom, top]);
  const parts = y
    .ticks(5)
    .map((tick) =>
      tag(
        'g',
        {},
        tag('line', { x1: left, x2: width - right, y1: y(tick), y2: y(tick), stroke: colors.line }),
        text(left - 8, y(tick) + 4, `${Math.round(tick * 100)}%`, { 'font-size': 12, 'text-anchor': 'end', fill: colors.soft }),
      ),
    );
  parts.push(
    tag('line', {
      x1: left,
      x2: width - right,
      y1: y(answer.target),
      y2: y(answer.target),
      stroke: colors.simulated,
      'stroke-width': 2,
      'stroke-dasharray': '6 5',
    }),
    text(width - right, y(answer.target) - 6, percent(answer.target).replace('.00', ''), {
      'font-size': 12,
      'text-anchor': 'end',
      fill: colors.simulated,
      'font-weight': 600,
    }),
  );
  const at = answer.settings.map((setting) => ({ x: x(String(setting.values[vary])) ?? 0, y: y(odds(setting)), setting }));
  parts.push(
    tag('polyline', {
      points: at.map((p) => `${p.x.toFixed(1)},${p.y.toFixed(1)}`).join(' '),
      fill: 'none',
      stroke: colors.exact,
      'stroke-width': 2.5,
      'stroke-linejoin': 'round',
    }),
  );
  const each = Math.ceil((46 * at.length) / (width - left - right)); // of whose figures one is written
  at.forEach((p, i) => {
    const isBest = same(p.setting, answer.best);
    if (p.setting.low !== null && p.setting.high !== null)
      parts.push(
        tag('line', { x1: p.x, x2: p.x, y1: y(p.setting.low), y2: y(p.setting.high), stroke: colors.simulated, 'stroke-width': 3 }),
      );
    parts.push(
      tag('circle', {
        cx: p.x,
        cy: p.y,
        r: isBest ? 7 : 4.5,
        fill: isBest ? colors.simulated : colors.exact,
        stroke: colors.paper,
        'stroke-width': 2,
      }),
    );
    if (isBest || i % each === 0) {
      const above = p.y - 12 > top - 8;
      parts.push(
        text(p.x, above ? p.y - 12 : p.y + 22, Math.round(odds(p.setting) * 100) + '%', {
          'font-size': 12,
          'text-anchor': 'middle',
          'font-weight': isBest ? 700 : 400,
        }),
      );
    }
    if (i % Math.ceil((30 * at.length) / (width - left - right)) === 0)
      parts.push(
        text(p.x, height - bottom + 18, String(p.setting.values[vary]), { 'font-size': 12, 'text-anchor': 'middle', fill: colors.soft }),
      );
  });
  parts.push(text((left + width - right) / 2, height - 4, vary, { 'font-size': 13, 'text-anchor': 'middle', fill: colors.soft }));
  return svg(width, height, answer.verdict, ...parts);
}

const same = (a: Setting, b: Setting): boolean => JSON.stringify(a.values) === JSON.stringify(b.values);

function grid(answer: Balance, width: number): string {
  const [down, across] = answer.vary as [string, string];
  const rows = [...new Set(answer.settings.map((setting) => String(setting.values[down])))];
  const columns = [...new Set(answer.settings.map((setting) => String(setting.values[across])))];
  const left = 48;
  const top = 46;
  const cell = (width - left) / columns.length;
  const tall = 40;
  const parts = [
    text(left, 14, `${across} →`, { 'font-size': 13, fill: colors.soft }),
    text(0, top - 8, `${down} ↓`, { 'font-size': 13, fill: colors.soft }),
  ];
  columns.forEach((value, i) =>
    parts.push(text(left + cell * (i + 0.5), top - 8, value, { 'font-size': 12, 'text-anchor': 'middle', fill: colors.soft })),
  );
  rows.forEach((value, j) =>
    parts.push(text(left - 10, top + tall * (j + 0.5) + 4, value, { 'font-size': 12, 'text-anchor': 'end', fill: colors.soft })),
  );
  for (const setting of answer.settings) {
    const x = left + cell * columns.indexOf(String(setting.values[across]));
    const y = top + tall * rows.indexOf(String(setting.values[down]));
    const p = odds(setting);
    const far = Math.abs(p - answer.target);
    parts.push(
      tag('rect', {
        x: x + 1,
        y: y + 1,
        width: cell - 2,
        height: tall - 2,
        rx: 5,
        fill: p >= answer.target ? colors.exact : colors.simulated,
        'fill-opacity': Math.min(0.42, 0.05 + far * 0.7),
      }),
    );
    if (same(setting, answer.best))
      parts.push(
        tag('rect', { x: x + 2, y: y + 2, width: cell - 4, height: tall - 4, rx: 4, fill: 'none', stroke: colors.ink, 'stroke-width': 2 }),
      );
    parts.push(
      text(x + cell / 2, y + tall / 2 + 4, cell < 44 ? String(Math.round(100 * p)) : (100 * p).toFixed(1), {
        'font-size': 12,
        'text-anchor': 'middle',
      }),
    );
  }
  return svg(width, top + tall * rows.length, answer.verdict, ...parts);
}
