import type { Outcome } from './ask';
import { Refused } from './Refused';

/** Why there is no answer: what was refused, or what went wrong; what has no exact odds can be simulated. */
export function Unanswered({ outcome, onSimulate }: { outcome: Outcome<unknown> | null; onSimulate?: () => void }) {
  if (!outcome || outcome.kind === 'answer') return null;
  if (outcome.kind === 'refused') return <Refused refusal={outcome.refusal} />;
  return (
    <p class="told">
      {outcome.words}{' '}
      {outcome.kind === 'too large' && onSimulate && (
        <button type="button" class="chip strong" onClick={onSimulate}>
          simulate
        </button>
      )}
    </p>
  );
}
