import { busy, stop } from './asking';
import './status.css';

/** What goes on, how far it is, and Stop. */
export function Status({ onStop = stop }: { onStop?: () => void }) {
  const now = busy.value;
  return (
    <div class="status" role="status" aria-live="polite">
      {now && (
        <>
          <span class="status-words">{now.words}…</span>
          <progress aria-label="progress" value={now.part ?? undefined} max={1} />
          <button type="button" class="chip stop" onClick={onStop}>Stop</button>
        </>
      )}
    </div>
  );
}
