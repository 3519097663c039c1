import type { Answer } from './answer';
import { signed } from './odds';

/** What made the total, each with its rule, and what should be known. */
export function Why({ answer }: { answer: Answer }) {
  const { factors, modifiers, notes } = answer;
  if (!modifiers.length && !factors.length && !notes.length) return null;
  const total = modifiers.reduce((sum, each) => sum + each.amount, 0);
  const isOfOne = !modifiers.some(({ reason }) => reason.includes(': ')); // not of one shot here, of another there
  return (
    <details class="panel why" open>
      <summary>Why</summary>
      {factors.length > 0 && (
        <ul class="factors">
          {factors.map((factor) => (
            <li key={factor}>{factor}</li>
          ))}
        </ul>
      )}
      {modifiers.length > 0 && (
        <table class="modifiers">
          <caption class="unseen">modifiers</caption>
          <tbody>
            {modifiers.map(({ amount, reason, rule }, i) => (
              <tr key={i}>
                <td class="amount">{signed(amount)}</td>
                <th scope="row">{reason}</th>
                <td class="rule">{rule}</td>
              </tr>
            ))}
            {isOfOne && modifiers.length > 1 && (
              <tr class="total">
                <td class="amount">{signed(total)}</td>
                <th scope="row">total</th>
                <td />
              </tr>
            )}
          </tbody>
        </table>
      )}
      {notes.map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
    </details>
  );
}
