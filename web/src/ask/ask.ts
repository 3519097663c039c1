import type { Answer } from '../answer/answer';
import { read } from '../command/command';
import { describe } from '../describe/loaded';
import { engine, type Asking } from '../engine/engine';
import type { Comparison } from '../pictures/compared';
import { lastMessage } from '../engine/told';
import { told, type Refusal } from './refusal';

/** What came of a question. */
export type Outcome<T = Answer> =
  | { kind: 'answer'; answer: T }
  | { kind: 'refused'; refusal: Refusal } // bad input
  | { kind: 'too large'; words: string } // for exact odds
  | { kind: 'failed'; words: string };

/** Words may ask several questions, to be compared: "16 or two 8s at a 447". */
export type Asked = Outcome | { kind: 'comparison'; comparison: Comparison };

/** Asks a question by words that say how it is answered: `--method exact`, ... `question` are those that do not. */
export async function ask(words: string[], question: string[], asking: Asking = {}): Promise<Asked> {
  const outcome = await askJson<Answer | Comparison>([...words, '--explain'], asking);
  if (outcome.kind === 'refused') return { kind: 'refused', refusal: atItsField(question, outcome.refusal) };
  if (outcome.kind !== 'answer') return outcome;
  const { answer } = outcome;
  return answer.question === 'compare'
    ? { kind: 'comparison', comparison: answer as Comparison }
    : { kind: 'answer', answer: answer as Answer };
}

export async function askJson<T>(words: string[], asking: Asking = {}): Promise<Outcome<T>> {
  const { status, stdout, stderr } = await engine.run([...words, '--format', 'json'], asking);
  if (status === 0) return { kind: 'answer', answer: JSON.parse(stdout) as T };
  const { kind, ...refusal } = lastMessage(stderr);
  if (kind === 'refused') return { kind, refusal };
  return { kind: kind === 'no exact odds' ? 'too large' : 'failed', words: told({ ...refusal, instead: '' }) };
}

/** The refusal at the field of its form, if the words are one's; what was not given there is only lacking. */
function atItsField(question: string[], refusal: Refusal): Refusal {
  const form = read(question, describe.value);
  const { field } = refusal;
  if (!form || !field || !form.question.fields.some(({ key }) => key === field)) return { ...refusal, field: null };
  return { ...refusal, isLacking: !form.inputs[field]?.length };
}
