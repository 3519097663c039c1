import type { Answer } from '../answer/answer';
import { askLine, read } from '../command/command';
import { describe } from '../describe/loaded';
import { engine, type Asking } from '../engine/engine';
import type { Result } from '../engine/interface';
import { refusalOf, type Refusal } from './refusal';

/** What came of a question. */
export type Outcome<T = Answer> =
  | { kind: 'answer'; answer: T }
  | { kind: 'refused'; refusal: Refusal } // bad input
  | { kind: 'too large'; words: string } // for exact odds
  | { kind: 'failed'; words: string };

/** Asks a question by words that say how it is answered: `--method exact`, ... `question` are those that do not. */
export async function ask(words: string[], question: string[], asking: Asking = {}): Promise<Outcome> {
  const outcome = await askJson<Answer>([...words, '--explain'], asking);
  if (outcome.kind === 'refused') return { kind: 'refused', refusal: await atItsField(question, outcome.refusal, asking) };
  return outcome;
}

export async function askJson<T>(words: string[], asking: Asking = {}): Promise<Outcome<T>> {
  const result = await engine.run([...words, '--format', 'json'], asking);
  if (result.status === 0) return { kind: 'answer', answer: JSON.parse(result.stdout) as T };
  if (result.status === 2) return { kind: 'refused', refusal: refusalOf(result.stderr) };
  return told(result);
}

function told(result: Result): { kind: 'too large' | 'failed'; words: string } {
  const { problem, why, instead } = refusalOf(result.stderr);
  const words = problem + (why ? ` (${why})` : '');
  return { kind: instead.includes('--method both') ? 'too large' : 'failed', words };
}

/** The refusal of the same question as a line of `ask`, which names the field. */
async function atItsField(question: string[], refusal: Refusal, asking: Asking): Promise<Refusal> {
  const form = read(question, describe.value);
  if (!form) return refusal;
  const { stdout } = await engine.run(['ask'], { ...asking, stdin: askLine(form) + '\n' });
  const answer = parsed(stdout) as { error?: Refusal } | null;
  const field = answer?.error?.field ?? null;
  return { ...refusal, field, isLacking: field !== null && !form.inputs[field]?.length };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
