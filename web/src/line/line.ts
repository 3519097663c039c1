import { effect, signal } from '@preact/signals';
import { fromHash, toHash } from '../command/address';
import { hold, textOf } from '../kept/files';

/** The line on top: the question, and the address. */
export const line = signal('');

effect(() => {
  document.title = line.value ? `${line.value} · boxcars` : 'boxcars';
});

/** Files of text that belong to the question, and to its address: set by the view that edits them. */
export const textFiles = signal<string[]>([]);

const pause = 1500; // ms: what is changed after one is a new step for Back
let lastChange = 0;

/** Changes the question: a new step for Back and Forward after a pause, or if asked for. */
export function go(to: string, how: 'step' | 'edit' = 'edit'): void {
  const now = performance.now();
  const isStep = how === 'step' || now - lastChange > pause;
  lastChange = how === 'step' ? 0 : now;
  if (to === line.value) return;
  line.value = to;
  if (how === 'step') textFiles.value = [];
  write(isStep);
}

/** What is changed after this is a new step for Back. */
export const settle = (): void => void (lastChange = 0);

/** The text of one of its files has changed. */
export const filesChanged = (): void => write(false);

function write(isStep: boolean): void {
  const files = textFiles.value.map((name) => ({ name, text: textOf(name) ?? '' }));
  const address = location.pathname + location.search + toHash({ line: line.value, files });
  if (isStep) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}

/** The question that the address has. */
export function readAddress(): void {
  const address = fromHash(location.hash);
  for (const { name, text } of address.files) hold(name, new TextEncoder().encode(text));
  textFiles.value = address.files.map((file) => file.name);
  line.value = address.line;
  lastChange = 0;
}
