import type { Event } from '../answer/answer';
import { best, cellPercent } from '../answer/odds';
import { curve } from './curve';
import { grid } from './grid';
import { colors } from './svg';

// A study: the odds of an event by what was varied. One thing is a curve; of two or more the two with the most settings are a grid of
// colours, one for each setting of the others.

export interface Study {
  study: string;
  axes: { name: string; labels: string[] }[]; // what was varied
  points: { at: number[]; events: Event[] }[]; // of each: its setting on every axis
}

export interface Drawn {
  title: string;
  svg: string;
}

const mostGrids = 12; // of an event

export function sweep({ axes, points }: Study, events: string[], { width }: { width: number }): Drawn[] {
  if (!axes.length || !points.length) return [];
  const [long, longer] = axes
    .map((_, i) => i)
    .sort((a, b) => axes[b]!.labels.length - axes[a]!.labels.length || a - b)
    .slice(0, 2)
    .sort((a, b) => a - b) as [number, number?];
  return events.flatMap((title) => {
    const known = points.map((point) => ({
      at: point.at,
      odds: point.events.find(({ name }) => name === title) ?? { exact: null, estimate: null, low: null, high: null },
    }));
    if (longer === undefined) {
      const drawn = known.map(({ at, odds }) => ({ label: axes[0]!.labels[at[0]!]!, odds }));
      return [{ title, svg: curve(drawn, { width, title, vary: axes[0]!.name }) }];
    }
    const most = Math.max(1e-9, ...known.map(({ odds }) => best(odds) ?? 0));
    const settings = new Map<string, typeof known>();
    for (const point of known) {
      const others = axes.flatMap(({ name, labels }, i) => (i === long || i === longer ? [] : [`${name} ${labels[point.at[i]!]}`]));
      const setting = others.join(', ');
      const same = settings.get(setting);
      if (same) same.push(point);
      else settings.set(setting, [point]);
    }
    return [...settings].slice(0, mostGrids).map(([setting, some], i) => {
      const cells = some.map(({ at, odds }) => ({
        row: at[long]!,
        column: at[longer]!,
        odds: best(odds),
        words: cellPercent(odds),
        fill: odds.exact === null ? colors.simulated : colors.exact,
        opacity: 0.05 + (0.55 * (best(odds) ?? 0)) / most,
      }));
      const left = i + 1 === mostGrids ? settings.size - mostGrids : 0;
      const named = (setting ? `${title}, ${setting}` : title) + (left > 0 ? ` (and ${left} more settings: in the table)` : '');
      const [down, across] = [axes[long]!, axes[longer]!];
      const frame = { width, title: named, down: down.name, across: across.name, rows: down.labels, columns: across.labels };
      return { title: named, svg: grid(cells, frame) };
    });
  });
}
