import { useEffect, useState } from 'preact/hooks';
import { askJson, type Outcome } from './ask';
import { watched } from './asking';

const wait = 150; // ms after the last change
const calm = 600; // ms after it until the answer to what was asked before is gone

/**
 * The JSON answer to words that are not a question of the line (a comparison, a balance, a board): asked when they change.
 * With exact odds; without them, if those are too many. `again` changes when a file has.
 */
export function useAsked<T>(words: string[] | null, again: unknown = ''): { outcome: Outcome<T> | null; isFresh: boolean } {
  const key = JSON.stringify([words, again]);
  const [state, set] = useState<{ outcome: Outcome<T> | null; key: string }>({ outcome: null, key: '' });
  useEffect(() => {
    if (!words) return set({ outcome: null, key });
    const asking = new AbortController();
    const { signal } = asking;
    const timer = setTimeout(() => void askWell(), wait);
    const hider = setTimeout(() => set((old) => (old.key === key ? old : { outcome: null, key: '' })), calm);
    async function askWell(): Promise<void> {
      const outcome = await watched('Solving', asking, (onProgress) => askJson<T>(words!, { signal, onProgress }));
      if (outcome && !signal.aborted) set({ outcome, key });
    }
    return () => {
      clearTimeout(timer);
      clearTimeout(hider);
      asking.abort();
    };
  }, [key]);
  return { outcome: state.outcome, isFresh: state.key === key };
}
