import { escape, tag, text } from './svg';
import { unitOf, type Unit } from './unit';

// A unit drawn like a counter: its figures, and as many men as there are in such a unit. Our own drawing.

const men: Record<string, number> = { '': 3, hs: 2, crew: 2, hero: 1 };

export function counter(unitText: string, size = 56): string {
  const unit = unitOf(unitText);
  const isStack = (unit?.count ?? 1) > 1;
  const parts: string[] = [];
  if (isStack) parts.push(plate(7, 1, 0.55), plate(4.5, 3.5, 0.8));
  parts.push(plate(2, 6, 1));
  if (unit) parts.push(...faces(unit));
  else parts.push(text(30, 38, unitText.slice(0, 8), { 'text-anchor': 'middle', 'font-size': 12, fill: '#23291f' }));
  const frame = { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 64 64', width: size, height: size, 'font-family': 'sans-serif' };
  return tag('svg', frame, ...parts);
}

const plate = (x: number, y: number, opacity: number): string =>
  tag('rect', { x, y, width: 55, height: 55, rx: 5, fill: '#dccfa8', stroke: '#a4966b', 'stroke-width': 1, opacity });

function faces(unit: Unit): string[] {
  const isLeader = !unit.prefix && unit.numbers.split('-').length + unit.numbers.split('+').length - 1 === 2;
  const how = isLeader ? 1 : men[unit.prefix];
  const parts =
    how === undefined
      ? [text(29.5, 30, unit.prefix.toUpperCase(), { 'text-anchor': 'middle', 'font-size': 15, 'font-weight': 700, fill: '#3c4632' })]
      : [tag('g', { transform: 'translate(29.5 27)' }, ...figuresOf(how, isLeader || unit.prefix === 'hero'))];
  if (how !== undefined && unit.prefix)
    parts.push(text(53, 17, unit.prefix, { 'text-anchor': 'end', 'font-size': 10, 'font-weight': 700, fill: '#4f5a40' }));
  parts.push(
    tag(
      'text',
      {
        x: 29.5,
        y: 54.5,
        'text-anchor': 'middle',
        'font-size': unit.numbers.length > 5 ? 14 : 17.5,
        'font-weight': 700,
        fill: '#20261d',
        style: 'font-variant-numeric: tabular-nums',
      },
      escape(unit.numbers),
    ),
  );
  if (unit.count > 1)
    parts.push(
      tag('circle', { cx: 52, cy: 13, r: 10.5, fill: '#20261d' }),
      text(52, 17.5, String(unit.count), { 'text-anchor': 'middle', 'font-size': 13, 'font-weight': 700, fill: '#fff' }),
    );
  if (unit.attributes.length)
    parts.push(
      text(6, 16, unit.attributes.join(' ').slice(0, unit.count > 1 ? 6 : 9), { 'font-size': 9.5, 'font-weight': 700, fill: '#8f2f1c' }),
    );
  if (unit.place)
    parts.push(
      text(6, unit.attributes.length ? 27 : 17, unit.place.length < 3 ? 'L' + unit.place : unit.place.slice(0, 6), {
        'font-size': 10,
        'font-weight': 700,
        fill: '#4c5a83',
      }),
    );
  return parts;
}

/** So many men side by side, around 0. */
export function figuresOf(count: number, isBold: boolean, color = '#5a6649'): string[] {
  const step = 13;
  const first = (-(count - 1) * step) / 2;
  return Array.from({ length: count }, (_, i) => {
    const x = first + i * step;
    const scale = isBold ? 1.25 : 1;
    return tag(
      'g',
      { transform: `translate(${x} 0) scale(${scale})`, fill: color },
      tag('path', { d: 'M-5.200 9c0-5.500 1.800-8.200 5.200-8.200s5.200 2.700 5.200 8.200z' }),
      tag('circle', { cx: 0, cy: -3, r: 3.4 }),
      tag('path', { d: 'M-4.600 -3.600a4.600 4.200 0 0 1 9.200 0z', fill: '#3c4632' }),
    );
  });
}
