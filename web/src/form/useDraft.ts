import { useState } from 'preact/hooks';

/** What is typed, as long as it means what is set: a blank or a quote at its end is not lost on the way through the line. */
export function useDraft(shown: string, means: (text: string) => string): [string, (text: string) => void] {
  const [draft, setDraft] = useState(shown);
  return [means(draft) === means(shown) ? draft : shown, setDraft];
}
