import { budgetNote } from '../engine/device';
import { told, type Refusal } from './refusal';

/** Why there is no answer, and what to type instead. What is only lacking is no fault. */
export function Refused({ refusal, isAtField = false }: { refusal: Refusal; isAtField?: boolean }) {
  const rest = told(refusal).slice(refusal.problem.length);
  const here = budgetNote(refusal.why);
  return (
    <p class={`refused ${refusal.isLacking ? 'lacking' : isAtField ? 'at-field' : ''}`} role={refusal.isLacking ? 'status' : 'alert'}>
      <b>{refusal.problem}</b>
      {rest}
      {here && <span class="note"> {here}</span>}
    </p>
  );
}
