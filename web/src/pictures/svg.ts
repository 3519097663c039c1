// Pictures are texts: SVG made by pure functions, which need no document. Colours are custom properties with something to fall back to.

export const colors = {
  ink: 'var(--ink, #1d2421)',
  soft: 'var(--soft, #5d6762)',
  line: 'var(--line, #d9d5cb)',
  track: 'var(--track, #e9e6dd)',
  exact: 'var(--exact, #2d6a53)',
  simulated: 'var(--simulated, #b4622a)',
  paper: 'var(--paper, #fffdf8)',
  heat: 'var(--heat, #c23b22)',
};

/** The letters of things that are compared. */
export const letters = ['a', 'b', 'c', 'd', 'e', 'f'];
/** Their colours. */
export const series = letters.map(
  (letter, i) => `var(--series-${letter}, ${['#2d6a53', '#b4622a', '#3f5f9e', '#8a4b8f', '#7a6a1f', '#44777d'][i]})`,
);

export const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

type Attributes = Record<string, string | number | undefined>;

export function tag(name: string, attributes: Attributes, ...inside: string[]): string {
  const told = Object.entries(attributes).map(([key, value]) => (value === undefined ? '' : ` ${key}="${escape(shown(value))}"`));
  return `<${name}${told.join('')}${inside.length ? `>${inside.join('')}</${name}>` : '/>'}`;
}

const shown = (value: string | number): string => (typeof value === 'number' ? String(Math.round(value * 100) / 100) : value);

export function svg(width: number, height: number, title: string, ...inside: string[]): string {
  const frame = {
    viewBox: `0 0 ${shown(width)} ${shown(height)}`,
    width: Math.round(width),
    height: Math.round(height),
    role: 'img',
    'aria-label': title,
  };
  return tag('svg', { ...frame, style: 'font-family: inherit' }, ...inside);
}

const ems = { narrow: 0.42, wide: 0.98, capital: 0.78, other: 0.64 }; // in the widest of the usual fonts

/** How wide some words are at most, in letters of a size: there is no document to measure them in. */
export function widthOf(words: string, size: number, isBold = false): number {
  const of = (letter: string): number => {
    if (/[ijl.,:;'|!()\[\] ftr-]/.test(letter)) return ems.narrow;
    if (/[mwMW%@—…]/.test(letter)) return ems.wide;
    return /[A-Z]/.test(letter) ? ems.capital : ems.other;
  };
  return [...words].reduce((sum, letter) => sum + of(letter), 0) * size * (isBold ? 1.1 : 1);
}

/** As much of some words as surely fits. */
export function fitted(words: string, size: number, room: number): string {
  let most = words.length;
  while (most > 1 && widthOf(words.slice(0, most), size) + (most < words.length ? widthOf('…', size) : 0) > room) --most;
  return most < words.length ? words.slice(0, most) + '…' : words;
}

/** As much of some words as there is room for, but so many letters at least; by the eye's measure of 7 a letter of 12. */
export function cut(words: string, room: number, letter = 7, least = 2): string {
  const most = Math.max(least, Math.floor(room / letter));
  return words.length <= most ? words : words.slice(0, most - 1) + '…';
}

export const text = (x: number, y: number, words: string, attributes: Attributes = {}): string =>
  tag('text', { x, y, fill: colors.ink, ...attributes }, escape(words));
