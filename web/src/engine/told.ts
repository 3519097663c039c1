import type { Refusal } from '../ask/refusal';

// What the program says on standard error with --messages json, an object a line: docs/schema/message.json.

export type Message = Refusal & { kind: 'refused' | 'no exact odds' | 'failed' | 'interrupted' | 'note' };

export interface Progress {
  kind: 'progress';
  text: string;
  part: number | null; // of 1; null: its end is not known
}

/** What it said last, which is why there is no answer. */
export function lastMessage(stderr: string): Message {
  const text = stderr.trimEnd().split('\n').pop() ?? '';
  try {
    return JSON.parse(text) as Message;
  } catch {
    return { kind: 'failed', field: null, problem: text, why: '', instead: '' }; // of the engine itself
  }
}

/** The same without its kind. */
export function refusalOf(stderr: string): Refusal {
  const { kind: _, ...refusal } = lastMessage(stderr);
  return refusal;
}
