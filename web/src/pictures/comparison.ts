import type { Odds } from '../answer/answer';
import { best, oddsPercent } from '../answer/odds';
import { colors, letters, series, svg, tag, text } from './svg';

// Two to six questions: what each gives for the same event, as bars under one another.

export interface ComparedRow {
  name: string;
  odds: (Odds | undefined)[]; // A, B, ...
}

export function comparison(rows: ComparedRow[], { width, title }: { width: number; title: string }): string {
  const left = 22;
  const right = 66;
  const bar = 13;
  const gap = 5;
  let y = 0;
  const parts: string[] = [];
  for (const { name, odds } of rows) {
    parts.push(text(0, y + 15, name, { 'font-size': 14, 'font-weight': 600 }));
    y += 24;
    odds.forEach((each, i) => {
      const p = each ? best(each) : null;
      const room = width - left - right;
      parts.push(text(0, y + bar - 2, letters[i]!.toUpperCase(), { 'font-size': 12, fill: colors.soft, 'font-weight': 600 }));
      parts.push(tag('rect', { x: left, y, width: room, height: bar, rx: 4, fill: colors.track }));
      if (p)
        parts.push(
          tag('rect', {
            x: left,
            y,
            width: Math.max(2, p * room),
            height: bar,
            rx: Math.min(4, Math.max(2, p * room) / 2),
            fill: series[i],
          }),
        );
      parts.push(
        text(width, y + bar - 2, each ? oddsPercent(each) : '–', {
          'font-size': 13,
          'text-anchor': 'end',
          style: 'font-variant-numeric: tabular-nums',
        }),
      );
      y += bar + gap;
    });
    y += 12;
  }
  return svg(width, Math.max(1, y), title, ...parts);
}
