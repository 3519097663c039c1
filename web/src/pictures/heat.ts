import type { Event } from '../answer/answer';
import { best } from '../answer/odds';
import { hexOf } from './groups';

/** The odds of events that are about a hex: `K9 rubbled`. */
export function heatOf(events: Event[]): Map<string, number> {
  const heat = new Map<string, number>();
  for (const event of events) {
    const hex = hexOf(event.name);
    const odds = best(event) ?? 0;
    if (hex && odds > 0) heat.set(hex, Math.max(odds, heat.get(hex) ?? 0));
  }
  return heat;
}
