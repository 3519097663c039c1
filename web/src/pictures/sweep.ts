import type { Event } from '../answer/answer';
import { best } from '../answer/odds';
import { curve } from './curve';
import { grid } from './grid';
import { colors } from './svg';

// A study: the odds of an event by what was varied. One thing is a curve; two are a grid of colours; of more, a grid for each setting of
// the others.

export interface Study {
  study: string;
  axes: string[]; // what was varied
  points: { at: string[]; events: Event[] }[]; // of each: where on every axis
}

export interface Drawn {
  title: string;
  svg: string;
}

const mostGrids = 12; // of an event

export function sweep({ axes, points }: Study, events: string[], { width }: { width: number }): Drawn[] {
  const [down, across, ...others] = axes;
  if (down === undefined) return [];
  const nothing = { exact: null, estimate: null, low: null, high: null };
  return events.flatMap((title) => {
    const known = points.map(({ at, events }) => ({ at, odds: events.find(({ name }) => name === title) ?? nothing }));
    if (across === undefined) {
      const drawn = known.map(({ at, odds }) => ({ label: at[0]!, odds }));
      return [{ title, svg: curve(drawn, { width, title, vary: down }) }];
    }
    const settings = new Map<string, typeof known>();
    for (const point of known) {
      const setting = others.map((name, i) => `${name} ${point.at[i + 2]}`).join(', ');
      settings.set(setting, [...(settings.get(setting) ?? []), point]);
    }
    if (settings.size > mostGrids) return [];
    return [...settings].map(([setting, points]) => {
      const most = Math.max(...points.map(({ odds }) => best(odds) ?? 0), 1e-9);
      const cells = points.map(({ at, odds }) => {
        const p = best(odds);
        return { row: at[0]!, column: at[1]!, odds: p, fill: colors.exact, opacity: 0.05 + (0.55 * (p ?? 0)) / most };
      });
      const named = setting ? `${title}, ${setting}` : title;
      return { title: named, svg: grid(cells, { width, title: named, down, across }) };
    });
  });
}
