import { computed, effect, signal, untracked } from '@preact/signals';
import type { Answer } from '../answer/answer';
import { answeredBy, answeredInstead, inputsOf, read, type Command } from '../command/command';
import { questionOf, viewOf } from '../command/views';
import { split } from '../command/words';
import { commands, describe, question } from '../describe/loaded';
import { Stopped } from '../engine/engine';
import type { Progress } from '../engine/told';
import { files } from '../kept/files';
import { remember } from '../kept/recent';
import { doubtful, isDamaged, left, line } from '../line/line';
import type { Comparison } from '../pictures/compared';
import { ask, type Asked } from './ask';
import type { Refusal } from './refusal';

// The question of the line, asked anew whenever it changes: exact odds at once, simulated ones where there are none, or on demand.

/** The answer that is shown: to what stands in the line, or for a moment to what stood there before. */
export const answer = signal<Answer | null>(null);
/** It is one of several questions, side by side. */
export const comparison = signal<Comparison | null>(null);
export const refusal = signal<Refusal | null>(null);
export const missingFiles = signal<string[]>([]);
/** What was told instead of exact odds. */
export const told = signal('');
interface Running {
  words: string;
  part: number | null; // of it is done
  stop: () => void;
}

const running = signal<readonly Running[]>([]); // one after the other
/** What goes on: null, or the words for it, with what part is done. */
export const busy = computed(() => running.value[0] ?? null);
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

/** The last answer, as long as nothing was refused since: what plain words mean, while they are changed. */
const understood = signal<Answer | null>(null);

/** The line as a question of the form. */
export const form = computed<Command | null>(() => {
  const typed = read(words.value ?? [], describe.value);
  if (typed) return typed;
  const known = understood.value ? question(understood.value.question) : undefined;
  return known && understood.value ? { question: known, inputs: inputsOf(understood.value.inputs), common: {} } : null;
});

/** Whether anything is given of what a question asks for. */
export const isBegun = ({ inputs }: Command): boolean => Object.keys(inputs).length > 0;

const wait = 25; // ms after the last key
const isTyping = (): boolean => document.activeElement?.matches('input, textarea') ?? false;
const calm = 600; // ms after it until what stands there is refused, since it may be half a word, or the answer to what stood there is gone
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
  stopped.value = fresh.value = false;
  missingFiles.value = [];
  answered = '';
  const question = words.value;
  if (!ready || !text || !question || doubtful.value.length || isDamaged.value) {
    showNothing();
    refusal.value = null;
    told.value = '';
    return;
  }
  const since = performance.now();
  const rests = view.value === 'assault' ? waitForText : isTyping() ? wait : 0;
  if (rests) setTimeout(() => void (mine.signal.aborted || exact(text, question, mine, since)), rests);
  else untracked(() => void exact(text, question, mine, since)); // a tap: the engine begins before anything is drawn
  setTimeout(() => void (mine.signal.aborted || known === mine || dropOld()), calm);
});

/** Whose outcome is known. */
let known: AbortController | undefined;

/** What was said of another line goes: it would be taken for what is said of this one. */
function dropOld(): void {
  answer.value = comparison.value = refusal.value = null;
  told.value = '';
}

/** No answer stands where there is none, not even for its form. */
function showNothing(): void {
  answer.value = understood.value = comparison.value = null;
}

async function exact(text: string, question: string[], mine: AbortController, since: number): Promise<void> {
  const { signal } = mine;
  const asks = answeredBy(question, ['--method', 'exact'], describe.value);
  const outcome = await watched('Solving', mine, (onProgress) => ask(asks, question, { signal, onProgress }));
  if (signal.aborted) return;
  known = mine;
  if (!outcome) return;
  if (outcome.kind === 'too large') {
    dropOld();
    told.value = outcome.words;
    return simulate('1000000', 'simulate');
  }
  told.value = '';
  if (outcome.kind === 'refused') {
    missingFiles.value = missing(question, outcome.refusal);
    if (missingFiles.value.length) return void (showNothing(), (refusal.value = null));
    await new Promise((rested) => setTimeout(rested, since + calm - performance.now()));
  }
  if (signal.aborted) return;
  settle(outcome, since);
  if (outcome.kind !== 'answer' && outcome.kind !== 'comparison') return;
  answered = text;
  setTimeout(() => void (signal.aborted || keep()), rest);
}

function settle(outcome: Asked, since: number): void {
  took.value = performance.now() - since;
  refusal.value = outcome.kind === 'refused' ? outcome.refusal : null;
  if (outcome.kind === 'failed') refusal.value = { field: null, problem: outcome.words, why: '', instead: '' };
  if (outcome.kind === 'comparison') {
    showNothing();
    comparison.value = outcome.comparison;
    fresh.value = true;
    return;
  }
  comparison.value = null;
  if (outcome.kind !== 'answer') {
    showNothing();
    if (form.value && !isBegun(form.value)) refusal.value = null; // it is only to be filled in
    return;
  }
  answer.value = understood.value = outcome.answer;
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
  what: (onProgress: (progress: Progress) => void) => Promise<T>,
): Promise<T | null> {
  let mineNow: Running = { words, part: null, stop };
  const put = (next: Running | null) => {
    const others = running.value.filter((each) => each !== mineNow);
    const at = running.value.indexOf(mineNow);
    if (!next) running.value = others;
    else running.value = at < 0 ? [...others, next] : running.value.map((each) => (each === mineNow ? next : each));
    mineNow = next ?? mineNow;
  };
  function stop(): void {
    mine.abort();
    stopped.value = true;
    if (!fresh.value) showNothing();
  }
  let isLong = false;
  const timer = setTimeout(() => ((isLong = true), put(mineNow)), patience);
  try {
    return await what((progress) => {
      const next: Running = { words: progress.text, part: progress.part, stop };
      if (isLong) put(next);
      else mineNow = next;
    });
  } catch (error) {
    if (error instanceof Stopped) return null;
    showNothing();
    refusal.value = { field: null, problem: error instanceof Error ? error.message : String(error), why: '', instead: '' };
    return null;
  } finally {
    clearTimeout(timer);
    put(null);
  }
}
