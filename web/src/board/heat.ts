import type { Event } from '../answer/answer';

/** The odds of events that are about a hex: `K9 rubbled`. */
export function heatOf(events: Event[]): Map<string, number> {
  const heat = new Map<string, number>();
  for (const { name, exact, estimate } of events) {
    const hex = /^([A-Z]{1,2}\d{1,2}) /.exec(name)?.[1];
    const odds = exact ?? estimate ?? 0;
    if (hex && odds > 0) heat.set(hex, Math.max(odds, heat.get(hex) ?? 0));
  }
  return heat;
}
