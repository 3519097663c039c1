import { computed, effect, signal } from '@preact/signals';
import type { Answer } from '../answer/answer';
import { answeredBy, answeredInstead, inputsOf, read, type Command } from '../command/command';
import { questionOf, viewOf } from '../command/views';
import { split } from '../command/words';
import { commands, describe, question } from '../describe/loaded';
import { Stopped } from '../engine/engine';
import { files } from '../kept/files';
import { remember } from '../kept/recent';
import { left, line } from '../line/line';
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

/** The view of the line; undefined: a question. */
export const view = computed(() => viewOf(split(line.value), describe.value, commands.value));

/** The words of the line's question; null: its view asks itself. */
export const words = computed(() => questionOf(split(line.value), describe.value, commands.value));

/** The line as a question of the form. */
export const form = computed<Command | null>(() => {
  const typed = read(words.value ?? [], describe.value);
  if (typed) return typed;
  const known = answer.value ? question(answer.value.question) : undefined;
  return known && answer.value ? { question: known, inputs: inputsOf(answer.value.inputs), common: {} } : null;
});

/** Whether anything is given of what a question asks for. */
export const isBegun = ({ inputs }: Command): boolean => Object.keys(inputs).length > 0;

const wait = 25; // ms after the last key
const calm = 600; // ms after it until what stands there is refused: it may be half a word
const waitForText = 150; // ms after the last key in a file
const rest = 3000; // ms that an answered line stands until it is one of the last questions
const patience = 350; // ms until it is told that it takes longer

let control = new AbortController();

/** Which files the line names and was refused for, since they were not opened yet. */
function missing(line: string[], { field, problem }: Refusal): string[] {
  const command = read(line, describe.value);
  if (!command) return [];
  const named = command.question.fields.filter((f) => f.kind === 'file' && (field === null || field === f.key));
  return named.flatMap((f) => command.inputs[f.key] ?? []).filter((name) => problem.includes(name) && !files.value.has(name));
}

/** The last line that was answered, and is not among the last questions yet. */
let answered = '';

/** It is one of them now. */
export function keep(): void {
  if (answered) remember(answered);
  answered = '';
}

addEventListener('pagehide', keep);
effect(() => {
  if (left.value) keep();
});

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
  answered = '';
  const question = words.value;
  if (!ready || !text || !question) {
    answer.value = refusal.value = null;
    told.value = '';
    return;
  }
  const since = performance.now();
  setTimeout(() => void (mine.signal.aborted || exact(text, question, mine, since)), view.value ? waitForText : wait);
});

async function exact(text: string, question: string[], mine: AbortController, since: number): Promise<void> {
  const { signal } = mine;
  const asks = answeredBy(question, ['--method', 'exact'], describe.value);
  const outcome = await watched('Solving', mine, (onProgress) => ask(asks, question, { signal, onProgress }));
  if (!outcome || signal.aborted) return;
  told.value = outcome.kind === 'too large' ? outcome.words : '';
  if (outcome.kind === 'too large') return simulate('1000000', 'simulate');
  if (outcome.kind === 'refused') {
    missingFiles.value = missing(question, outcome.refusal);
    if (missingFiles.value.length) return void (answer.value = refusal.value = null);
    await new Promise((rested) => setTimeout(rested, since + calm - performance.now()));
  }
  if (signal.aborted) return;
  settle(outcome, since);
  if (outcome.kind !== 'answer') return;
  answered = text;
  setTimeout(() => void (signal.aborted || keep()), rest);
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
  const question = words.value;
  if (!question) return;
  const mine = anew();
  const { signal } = mine;
  const asks = answeredInstead(question, ['--method', method, '--trials', trials], describe.value);
  const outcome = await watched('Simulating', mine, (onProgress) => ask(asks, question, { signal, onProgress }));
  if (outcome && !signal.aborted) settle(outcome, performance.now());
}

/** Another game, throw by throw. */
export async function game(seed: number): Promise<string[] | null> {
  const question = words.value;
  if (!question) return null;
  const mine = anew();
  const { signal } = mine;
  const how = ['--method', 'simulate', '--trials', '1', '--show=1', '--seed', String(seed)];
  const outcome = await watched('Playing', mine, () => ask(answeredInstead(question, how, describe.value), question, { signal }));
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
