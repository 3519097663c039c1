import { busy } from './asking';
import './status.css';

/** What goes on, how far it is, and Stop. */
export function Status() {
  const now = busy.value;
  return (
    <div class="status" role="status" aria-live="polite">
      {now && (
        <>
          <span class="status-words">{now.words}…</span>
          <progress aria-label="progress" value={now.part ?? undefined} max={1} />
          <button type="button" class="chip stop" onClick={now.stop}>
            Stop
          </button>
        </>
      )}
    </div>
  );
}
