import { useState } from 'preact/hooks';
import type { Answer } from './answer';
import { percent } from './odds';

const few = 8; // of the situations the first ones are shown, then so many more at a time
const many = 50;

/** What to do, situation by situation, those that are met most often first: each choice with its odds, the best one marked. */
export function Decisions({ answer }: { answer: Answer }) {
  const all = (answer.decisions ?? []).filter(({ choices }) => choices.length > 1);
  const [shown, show] = useState(few);
  if (!answer.decisions) return null;
  return (
    <section class="panel decisions" aria-labelledby="decisions-title">
      <h2 id="decisions-title">What to do</h2>
      {all.length === 0 && <p class="note">No decisions to make.</p>}
      <ol>
        {all.slice(0, shown).map(({ turn, shot, situation, probability, best, choices }, i) => (
          <li key={i}>
            <p>
              <b>
                turn {turn}, {shot}
              </b>{' '}
              <span class="note">
                {situation}
                {probability < 1 && ` (reached ${percent(probability)} of the time)`}
              </span>
            </p>
            <ul class="choices">
              {choices.map(({ target, exact }) => (
                <li key={target} class={target === best ? 'best' : ''}>
                  <span>
                    {target}
                    {target === best && <span class="unseen">, the best</span>}
                  </span>
                  <span>{percent(exact)}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {all.length > shown && (
        <button type="button" class="chip quiet" onClick={() => show(shown + many)}>
          {Math.min(many, all.length - shown)} more of {all.length - shown}
        </button>
      )}
    </section>
  );
}
