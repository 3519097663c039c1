import { useEffect } from 'preact/hooks';
import { line } from '../line/line';
import { remember } from './recent';

const rest = 3000; // ms

/** A line that its view has answered, and that stands for a while, is one of the last questions. */
export function useRemembered(isAnswered: boolean): void {
  const text = line.value.trim();
  useEffect(() => {
    if (!isAnswered) return undefined;
    const timer = setTimeout(() => remember(text), rest);
    return () => clearTimeout(timer);
  }, [isAnswered, text]);
}
