import type { Refusal } from './refusal';

/** Why there is no answer, and what to type instead. */
export function Refused({ refusal, isAtField = false }: { refusal: Refusal; isAtField?: boolean }) {
  const { problem, why, instead } = refusal;
  return (
    <p class={`refused ${isAtField ? 'at-field' : ''}`} role="alert">
      <b>{problem}</b> {why && <span>({why})</span>} {instead && <span class="instead">{instead}</span>}
    </p>
  );
}
