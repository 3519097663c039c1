import { useEffect, useState } from 'preact/hooks';
import { Refused } from '../ask/Refused';
import { watched } from '../ask/asking';
import { unnamed } from '../command/command';
import { split } from '../command/words';
import { engine } from '../engine/engine';
import type { Result } from '../engine/interface';
import { refusalOf } from '../engine/told';
import { line } from '../line/line';
import { useWidth } from '../shell/useWidth';
import './text.css';

const wait = 100; // ms after the last key
const calm = 600; // ms after it until what another line printed is gone
const letter = 8.2; // px
const padding = 34;

/** A command that is no question (`terrain`, `help`, `describe`, ...): what it prints. */
export function TextView() {
  const { element, width } = useWidth<HTMLDivElement>();
  const [result, setResult] = useState<Result | null>(null);
  const columns = Math.min(100, Math.max(30, Math.floor((width - padding) / letter)));
  const text = line.value.trim();
  useEffect(() => {
    const asking = new AbortController();
    const { signal } = asking;
    const ask = () => watched('Working', asking, (onProgress) => engine.run(unnamed(split(text)), { signal, columns, onProgress }));
    let isThere = false;
    const timer = setTimeout(() => void ask().then((found) => signal.aborted || ((isThere = true), setResult(found))), wait);
    const hider = setTimeout(() => isThere || setResult(null), calm);
    return () => (clearTimeout(timer), clearTimeout(hider), asking.abort());
  }, [text, columns]);
  return (
    <div class="text-view" ref={element} aria-live="polite">
      {result && result.status !== 0 && <Refused refusal={refusalOf(result.stderr)} />}
      {result?.status === 0 && (
        <pre class="printed" tabIndex={0} role="region" aria-label={`What ${text} prints`}>
          {result.stdout || 'No output.'}
        </pre>
      )}
    </div>
  );
}
