import type { Event } from '../answer/answer';
import { best } from '../answer/odds';
import type { BarRow } from './bars';

// Events by whom they are about: `2:9-1 broken` is of 2:9-1, `IFT 1MC` of the IFT, the others of all.

export interface Group {
  title: string;
  rows: BarRow[];
}

/** The hex that an event is about: `K9 rubbled`. */
export const hexOf = (name: string): string | undefined => /^([A-Z]{1,2}\d{1,2}) /.exec(name)?.[1];

/** What can be otherwise, unless all is wanted. */
export const isOpen = ({ exact, estimate }: { exact: number | null; estimate: number | null }): boolean => {
  const odds = exact ?? estimate ?? 0;
  return odds > 0 && odds < 1;
};

export function groupsOf(events: Event[], all = false): Group[] {
  const groups = new Map<string, BarRow[]>();
  for (const event of events) {
    if (!all && !isOpen(event)) continue;
    const found = /^([a-z]?\d+:\S+|IFT|neighbour IFT) (.+)$/.exec(event.name);
    const title = found?.[1] ?? (hexOf(event.name) ? 'hex by hex' : '');
    const rows = groups.get(title) ?? [];
    groups.set(title, rows);
    rows.push({ ...event, label: found?.[2] ?? event.name });
  }
  groups.get('hex by hex')?.sort((a, b) => (best(b) ?? 0) - (best(a) ?? 0));
  const titles = [...groups.keys()];
  const order = (title: string) => (title === '' ? -1 : titles.indexOf(title));
  return titles.sort((a, b) => order(a) - order(b)).map((title) => ({ title, rows: groups.get(title)! }));
}
