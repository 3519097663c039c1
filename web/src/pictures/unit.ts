// A unit as it is typed, taken apart: `2x4-6-7,broken`, `hs:2-4-7`, `9-1`, `1=crew:2-2-8`. What the parts mean, the program knows.

export interface Unit {
  place: string; // before a =
  count: number;
  prefix: string; // before a :
  numbers: string; // 4-6-7
  attributes: string[];
}

const shape = /^(?:([^=,]*)=)?(?:(\d+)x)?(?:([a-z]+):)?([-+\d]+)((?:,[^,]+)*)$/i;

export function unitOf(text: string): Unit | null {
  const found = shape.exec(text);
  if (!found) return null;
  const [, place = '', count = '1', prefix = '', numbers = '', attributes = ''] = found;
  return { place, count: Number(count), prefix: prefix.toLowerCase(), numbers, attributes: attributes.split(',').filter(Boolean) };
}

export function textOf(unit: Unit): string {
  const place = unit.place ? unit.place + '=' : '';
  const count = unit.count > 1 ? `${unit.count}x` : '';
  const prefix = unit.prefix ? unit.prefix + ':' : '';
  return place + count + prefix + [unit.numbers, ...unit.attributes].join(',');
}

/** The numbers of a unit, with what stands before each: 6+1 is 6 and +1. */
export const numbersOf = (numbers: string): string[] =>
  numbers.match(/^\d+|[-+]?\d+/g)?.map((n, i) => (i > 0 && n.startsWith('-') ? n.slice(1) : n)) ?? [];

/** A figure one more or less: in 4-6-7 they stand after a -, in 9-1 and 6+1 the second has a sign, which changes at 0. */
export function stepped(numbers: string, i: number, by: number): string {
  const leader = /^(\d+)([-+]\d+)$/.exec(numbers);
  if (leader) {
    const [, first, second] = leader as unknown as [string, string, string];
    if (i === 0) return Math.max(0, Number(first) + by) + second;
    const signed = Number(second) - by; // more leadership is a lower number
    return first + (signed > 0 ? `+${signed}` : `-${-signed}`);
  }
  const figures = numbers.split('-');
  figures[i] = String(Math.max(0, Number(figures[i]) + by));
  return figures.join('-');
}
