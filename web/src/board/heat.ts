import type { Event } from '../answer/answer';
import { hexOf } from '../pictures/groups';

/** The odds of events that are about a hex: `K9 rubbled`. */
export function heatOf(events: Event[]): Map<string, number> {
  const heat = new Map<string, number>();
  for (const { name, exact, estimate } of events) {
    const hex = hexOf(name);
    const odds = exact ?? estimate ?? 0;
    if (hex && odds > 0) heat.set(hex, Math.max(odds, heat.get(hex) ?? 0));
  }
  return heat;
}
