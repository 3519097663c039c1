import { answer, simulate, stopped } from './asking';

/** What was stopped before there was an answer, and the way on. */
export function Stopped() {
  if (!stopped.value || answer.value) return null;
  return (
    <p class="told">
      Stopped.{' '}
      <button type="button" class="chip strong" onClick={() => void simulate('1000000', 'simulate')}>
        simulate instead
      </button>
    </p>
  );
}
