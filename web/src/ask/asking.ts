import { computed, effect, signal } from '@preact/signals';
import type { Answer } from '../answer/answer';
import { asked, inputsOf, read, type Command } from '../command/command';
import { viewOf } from '../command/views';
import { split } from '../command/words';
import { describe, question } from '../describe/loaded';
import { Stopped } from '../engine/engine';
import { files } from '../kept/files';
import { remember } from '../kept/recent';
import { line } from '../line/line';
import { ask, type Outcome } from './ask';
import type { Refusal } from './refusal';

// The question of the line, asked anew whenever it changes: exact odds at once, simulated ones where there are none, or on demand.

export const answer = signal<Answer | null>(null);
export const refusal = signal<Refusal | null>(null);
export const missingFiles = signal<string[]>([]);
/** What was told instead of exact odds. */
export const told = signal('');
/** What goes on: null, or the words for it, with what part is done. */
export const busy = signal<{ words: string; part: number | null; stop: () => void } | null>(null);
/** The question was stopped before it was answered. */
export const stopped = signal(false);
/** The answer is to what stands in the line now. */
export const fresh = signal(false);
/** ms from the last key to the answer. */
export const took = signal(0);

/** The line as a question of the form. */
export const form = computed<Command | null>(() => {
  const words = asked(split(line.value));
  const typed = read(words, describe.value);
  if (typed) return typed;
  const known = answer.value ? question(answer.value.question) : undefined;
  return known && answer.value ? { question: known, inputs: inputsOf(answer.value.inputs), common: {} } : null;
});

/** What the line is about: a question, `compare`, `board`, ..., or the first of plain words. */
export const firstWord = computed(() => asked(split(line.value))[0]?.toLowerCase() ?? '');

/** Whether anything is given of what a question asks for. */
export const isBegun = ({ inputs }: Command): boolean => Object.keys(inputs).length > 0;

const wait = 25; // ms after the last key
const calm = 600; // ms after it until what stands there is refused: it may be half a word
const patience = 350; // ms until it is told that it takes longer

let control = new AbortController();

/** The files that the line names and that were not opened yet. */
function missing(): string[] {
  const command = read(asked(split(line.value)), describe.value);
  if (!command) return [];
  const names = command.question.fields.filter((f) => f.kind === 'file').flatMap((f) => command.inputs[f.key] ?? []);
  return names.filter((name) => name !== '' && !files.value.has(name));
}

effect(() => {
  const text = line.value.trim();
  const ready = describe.value.questions.length > 0;
  void files.value;
  control.abort();
  control = new AbortController();
  const mine = control;
  busy.value = null;
  stopped.value = fresh.value = false;
  missingFiles.value = [];
  if (!ready || !text || viewOf(firstWord.value)) {
    answer.value = refusal.value = null;
    told.value = '';
    return;
  }
  const since = performance.now();
  setTimeout(() => void (mine.signal.aborted || exact(text, mine, since)), wait);
});

async function exact(text: string, mine: AbortController, since: number): Promise<void> {
  const { signal } = mine;
  const absent = missing();
  if (absent.length) {
    missingFiles.value = absent;
    answer.value = refusal.value = null;
    return;
  }
  const how = ['--method', 'exact'];
  const outcome = await watched('Solving', mine, (onProgress) => ask(text, how, { signal, onProgress }));
  if (!outcome || signal.aborted) return;
  told.value = outcome.kind === 'too large' ? outcome.words : '';
  if (outcome.kind === 'too large') return simulate('1000000', 'simulate');
  if (outcome.kind === 'refused') await new Promise((rested) => setTimeout(rested, since + calm - performance.now()));
  if (signal.aborted) return;
  settle(outcome, since);
  if (outcome.kind !== 'answer') return;
  setTimeout(() => void (signal.aborted || remember(text)), 1500);
}

function settle(outcome: Outcome, since: number): void {
  took.value = performance.now() - since;
  refusal.value = outcome.kind === 'refused' ? outcome.refusal : null;
  if (outcome.kind === 'failed') refusal.value = { field: null, problem: outcome.words, why: '', instead: '' };
  if (outcome.kind !== 'answer') {
    if (form.value && !isBegun(form.value)) refusal.value = null; // it is only to be filled in
    if (form.value?.question.name !== answer.value?.question) answer.value = null;
    return;
  }
  answer.value = outcome.answer;
  fresh.value = true;
}

/** Simulated odds of the same question, with their intervals, beside the exact ones unless those are too many. */
export async function simulate(trials: string, method: 'both' | 'simulate' = told.value ? 'simulate' : 'both'): Promise<void> {
  const text = line.value.trim();
  const mine = anew();
  const { signal } = mine;
  const how = ['--method', method, '--trials', trials];
  const outcome = await watched('Simulating', mine, (onProgress) => ask(text, how, { signal, onProgress }));
  if (outcome && !signal.aborted) settle(outcome, performance.now());
}

/** Another game, throw by throw. */
export async function game(seed: number): Promise<string[] | null> {
  const mine = anew();
  const { signal } = mine;
  const how = ['--method', 'simulate', '--trials', '1', '--show=1', '--seed', String(seed)];
  const outcome = await watched('Playing', mine, () => ask(line.value.trim(), how, { signal }));
  return outcome?.kind === 'answer' ? (outcome.answer.shown_trials?.[0] ?? []) : null;
}

/** Something else about the same question may be asked after a Stop. */
function anew(): AbortController {
  stopped.value = false;
  return control.signal.aborted ? (control = new AbortController()) : control;
}

/** Shows that something goes on, if it takes longer, and how to stop it; null if it was stopped. */
export async function watched<T>(
  words: string,
  mine: AbortController,
  what: (onProgress: (line: string) => void) => Promise<T>,
): Promise<T | null> {
  const { signal } = mine;
  let part: number | null = null;
  let detail = words;
  const show = () => void (signal.aborted || (busy.value = { words: detail, part, stop }));
  const stop = () => {
    mine.abort();
    busy.value = null;
    stopped.value = true;
  };
  const timer = setTimeout(show, patience);
  try {
    return await what((progress) => {
      detail = progress.replace(/^boxcars: /, '');
      const found = /\((\d+(?:\.\d+)?)%\)/.exec(progress);
      part = found ? Number(found[1]) / 100 : null;
      if (busy.value) show();
    });
  } catch (error) {
    if (error instanceof Stopped) return null;
    refusal.value = { field: null, problem: error instanceof Error ? error.message : String(error), why: '', instead: '' };
    return null;
  } finally {
    clearTimeout(timer);
    if (!signal.aborted) busy.value = null;
  }
}
