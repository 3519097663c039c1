import { tag } from './svg';

const pips: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [-1, 0],
    [-1, 1],
    [1, -1],
    [1, 0],
    [1, 1],
  ],
};

/** A die's face; the colored one is red. */
export function die(face: number, colored: boolean, size = 24): string {
  const dots = (pips[face] ?? []).map(([x, y]) =>
    tag('circle', { cx: 12 + 5.2 * x, cy: 12 + 5.2 * y, r: 2.1, fill: colored ? '#fffdf8' : '#1d2421' }),
  );
  const frame = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: '0 0 24 24',
    width: size,
    height: size,
    role: 'img',
    'aria-label': `${colored ? 'colored' : 'white'} ${face}`,
  };
  return tag(
    'svg',
    frame,
    tag('rect', {
      x: 1,
      y: 1,
      width: 22,
      height: 22,
      rx: 5.5,
      fill: colored ? '#b8452f' : '#fffdf8',
      stroke: colored ? '#8f3220' : '#a9a498',
    }),
    ...dots,
  );
}
