import type { Answer } from '../answer/answer';
import { asked, askLine, read } from '../command/command';
import { split } from '../command/words';
import { option } from '../describe/describe';
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

/** The words of a line with how it is answered, unless they say so themselves. */
function command(line: string, how: string[]): string[] {
  const words = asked(split(line));
  const common = describe.value.common.map(({ key }) => option(key));
  const isSaid = words.some((word) => common.includes(word.replace(/=.*/, '')));
  return [...words, ...(isSaid ? how.filter((word) => word.startsWith('--show')) : how)];
}

/** Asks a line; how: `--method exact`, ... */
export async function ask(line: string, how: string[], asking: Asking = {}): Promise<Outcome> {
  const outcome = await askJson<Answer>([...command(line, how), '--explain'], asking);
  if (outcome.kind === 'refused') return { kind: 'refused', refusal: await atItsField(line, outcome.refusal, asking) };
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
async function atItsField(line: string, refusal: Refusal, asking: Asking): Promise<Refusal> {
  const form = read(asked(split(line)), describe.value);
  if (!form) return refusal;
  const { stdout } = await engine.run(['ask'], { ...asking, stdin: askLine(form) + '\n' });
  const answer = parsed(stdout) as { error?: Refusal } | null;
  return { ...refusal, field: answer?.error?.field ?? null };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
