import { batch, computed, effect, signal } from '@preact/signals';
import { canCarry, fromHash, toHash } from '../command/address';
import type { CarriedFile } from '../command/carried';
import { filesNamed, impliedFile, renamedIn } from '../command/files_named';
import { split } from '../command/words';
import { commands, describe } from '../describe/loaded';
import { files, hold, nameFor, plainName, textOf } from '../kept/files';

/** The line on top: the question, and the address. */
export const line = signal('');

effect(() => {
  document.title = line.value ? `${line.value} · boxcars` : 'boxcars';
});

/** A link's files that have other names here, since the device has files of those names already. */
export const renamed = signal<{ from: string; to: string }[]>([]);

/** Files that a link is about and did not bring, though the device has some of those names: they may be others. */
export const doubtful = signal<string[]>([]);

/** The link's files could not be read. */
export const isDamaged = signal(false);

/** What is chosen in a view, beside the line: a hex of a board. Back knows it. */
export const place = signal<string | null>(null);

/** Counts how often a question was left for another one, before it is. */
export const left = signal(0);

/** The files of text that the line is about: its address has them. */
export const textFiles = computed<CarriedFile[]>(() =>
  namedHere().flatMap((name) => {
    const text = doubtful.value.includes(name) ? undefined : textOf(name);
    return text === undefined ? [] : [{ name, text }];
  }),
);

/** Whether they are too large for a link: it only has their names. */
export const areTooLarge = computed(() => !canCarry(textFiles.value));

const namedHere = (): string[] => filesNamed(split(line.value), describe.value, commands.value);

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
  if (how === 'step') left.value++; // ahead of the rest: what is left is kept as it was
  batch(() => {
    if (how === 'step') {
      renamed.value = [];
      place.value = null;
      scrollTo({ top: 0, behavior: 'instant' });
    }
    line.value = to;
    const still = namedHere();
    doubtful.value = doubtful.value.filter((name) => still.includes(name));
    isDamaged.value &&= still.length > 0;
    write(isStep);
  });
}

/** What is changed after this is a new step for Back. */
export const settle = (): void => void (lastChange = 0);

export function choosePlace(to: string | null): void {
  place.value = to;
  write(false);
}

/** The files of the device are what the link was about. */
export function trust(): void {
  batch(() => {
    doubtful.value = [];
    isDamaged.value = false;
    write(false);
  });
}

const hashNow = (): string => toHash({ line: line.value, files: textFiles.value });

function write(isStep: boolean): void {
  const address = location.pathname + location.search + hashNow();
  const isOwn = !doubtful.value.length && !isDamaged.value; // as long as it is doubtful, so it is after a reload
  const step: Step = { isOwn, place: place.value };
  try {
    if (isStep) history.pushState(step, '', address);
    else history.replaceState(step, '', address);
  } catch {
    // a browser that takes so many in a while: the next one has it all
  }
}

let isRead = false; // the address, for the first time

// A file was opened, or its text has changed: the address has it, too. What is doubtful stands there as it came.
effect(() => {
  const hash = hashNow();
  const isDoubtful = doubtful.value.length > 0 || isDamaged.value;
  if (isRead && hash && location.hash !== hash && !isDoubtful) write(false);
});

/** The question that the address has. Its files take the place of none that the device has. */
export function readAddress(): void {
  const address = fromHash(location.hash);
  const isOwn = stepNow()?.isOwn ?? false;
  const others: { from: string; to: string }[] = [];
  const brought = new Set<string>();
  batch(() => {
    for (const { name, text } of address.files) {
      const bytes = new TextEncoder().encode(text);
      const own = plainName(name);
      const to = isOwn && files.value.has(own) ? own : nameFor(own, bytes); // what was made of it since stays as it is
      if (!files.value.has(to)) hold(to, bytes);
      if (to !== name) others.push({ from: name, to });
      brought.add(to);
    }
    renamed.value = others;
    place.value = stepNow()?.place ?? null;
    line.value = others.length ? renamedIn(address.line, others) : address.line;
    isDamaged.value = address.isDamaged ?? false;
    const implied = impliedFile(split(line.value));
    const isOther = (name: string) => !brought.has(name) && files.value.has(name) && (name !== implied || isDamaged.value);
    doubtful.value = isOwn ? [] : namedHere().filter(isOther);
    lastChange = 0;
    isRead = true;
  });
}
