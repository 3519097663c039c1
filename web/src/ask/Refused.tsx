import { told, type Refusal } from './refusal';

/** Why there is no answer, and what to type instead. */
export function Refused({ refusal, isAtField = false }: { refusal: Refusal; isAtField?: boolean }) {
  const rest = told(refusal).slice(refusal.problem.length);
  return (
    <p class={`refused ${isAtField ? 'at-field' : ''}`} role="alert">
      <b>{refusal.problem}</b>
      {rest}
    </p>
  );
}
