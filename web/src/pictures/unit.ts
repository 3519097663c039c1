// A unit as it is typed, taken apart: `2x4-6-7,broken`, `hs:2-4-7`, `9-1`, `1=crew:2-2-8`. What the parts mean, the program knows.

export interface Unit {
  place: string; // before a =
  count: number;
  prefix: string; // before a :
  numbers: string; // 4-6-7
  attributes: string[];
}

const shape = /^(?:([^=]*)=)?(?:(\d+)x)?(?:([a-z]+):)?([-+\d]+)((?:,[^,]+)*)$/i;

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
export const numbersOf = (numbers: string): string[] => numbers.match(/^\d+|[-+]?\d+/g)?.map((n, i) => (i > 0 && n.startsWith('-') ? n.slice(1) : n)) ?? [];
