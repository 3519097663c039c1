import type { Odds } from '../answer/answer';
import { best, cellPercent } from '../answer/odds';
import { curve } from './curve';
import { grid } from './grid';
import { colors } from './svg';

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
  best: Setting | null;
  verdict: string;
  notes: string[];
}

export function balance(answer: Balance, { width }: { width: number }): string {
  const [first, second] = answer.vary as [string, string?];
  const isBest = ({ values }: Setting): boolean => JSON.stringify(values) === JSON.stringify(answer.best?.values);
  const { target, verdict: title } = answer;
  if (second === undefined) {
    const points = answer.settings.map((setting) => ({ label: String(setting.values[first]), odds: setting, isBest: isBest(setting) }));
    return curve(points, { width, title, vary: first, target, chosen: points.find((point) => point.isBest) });
  }
  const places = (key: string) => [...new Set(answer.settings.map(({ values }) => String(values[key])))];
  const [rows, columns] = [places(first), places(second)];
  const cells = answer.settings.map((setting) => {
    const odds = best(setting);
    return {
      row: rows.indexOf(String(setting.values[first])),
      column: columns.indexOf(String(setting.values[second])),
      odds,
      words: cellPercent(setting),
      fill: (odds ?? 0) >= target ? colors.exact : colors.simulated,
      opacity: Math.min(0.42, 0.05 + Math.abs((odds ?? 0) - target) * 0.7),
      chosen: isBest(setting),
    };
  });
  return grid(cells, { width, title, down: first, across: second, rows, columns });
}
