import { effect, signal } from '@preact/signals';
import { fromHash, toHash } from '../command/address';
import { join, split } from '../command/words';
import { files, hold, nameFor, textOf } from '../kept/files';

/** The line on top: the question, and the address. */
export const line = signal('');

effect(() => {
  document.title = line.value ? `${line.value} · boxcars` : 'boxcars';
});

/** Files of text that belong to the question, and to its address: set by the view that edits them. */
export const textFiles = signal<string[]>([]);

/** A link's files that have other names here, since the device has files of those names already. */
export const renamed = signal<{ from: string; to: string }[]>([]);

/** What is chosen in a view, beside the line: a hex of a board. Back knows it. */
export const place = signal<string | null>(null);

/** Counts how often a question was left for another one, before it is. */
export const left = signal(0);

// What the browser keeps with a step of its history.
interface Step {
  isOwn: boolean; // made here, not by a link: the device has its files
  place: string | null;
}

const stepNow = (): Step | null => history.state as Step | null;

const pause = 1500; // ms: what is changed after one is a new step for Back
let lastChange = 0;

/** Changes the question: a new step for Back and Forward after a pause, or if asked for. */
export function go(to: string, how: 'step' | 'edit' = 'edit'): void {
  const now = performance.now();
  const isStep = how === 'step' || now - lastChange > pause;
  lastChange = how === 'step' ? 0 : now;
  if (to === line.value) return;
  if (how === 'step') {
    left.value++;
    textFiles.value = [];
    renamed.value = [];
    place.value = null;
    scrollTo({ top: 0, behavior: 'instant' });
  }
  line.value = to;
  write(isStep);
}

/** What is changed after this is a new step for Back. */
export const settle = (): void => void (lastChange = 0);

/** The text of one of its files has changed. */
export const filesChanged = (): void => write(false);

export function choosePlace(to: string | null): void {
  place.value = to;
  write(false);
}

function write(isStep: boolean): void {
  const files = textFiles.value.map((name) => ({ name, text: textOf(name) ?? '' }));
  const address = location.pathname + location.search + toHash({ line: line.value, files });
  const step: Step = { isOwn: true, place: place.value };
  if (isStep) history.pushState(step, '', address);
  else history.replaceState(step, '', address);
}

/** The question that the address has. Its files take the place of none that the device has. */
export function readAddress(): void {
  const address = fromHash(location.hash);
  const step = stepNow();
  const names: string[] = [];
  const others: { from: string; to: string }[] = [];
  for (const { name, text } of address.files) {
    const bytes = new TextEncoder().encode(text);
    const own = name.replace(/^.*[\\/]/, '');
    const to = step?.isOwn && files.value.has(own) ? own : nameFor(own, bytes); // what was made of it since stays as it is
    if (!files.value.has(to)) hold(to, bytes);
    if (to !== name) others.push({ from: name, to });
    names.push(to);
  }
  textFiles.value = names;
  renamed.value = others;
  place.value = step?.place ?? null;
  line.value = others.length ? renamedIn(address.line, others) : address.line;
  lastChange = 0;
  if (names.length) write(false);
}

const renamedIn = (text: string, others: { from: string; to: string }[]): string =>
  join(split(text).map((word) => others.find(({ from }) => from === word)?.to ?? word));
