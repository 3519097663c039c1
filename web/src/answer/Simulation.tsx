import { useState } from 'preact/hooks';
import { busy, simulate } from '../ask/asking';
import type { Answer } from './answer';

const sizes: [string, string][] = [
  ['100000', '100k'],
  ['1000000', '1M'],
  ['10000000', '10M'],
  ['100000000', '100M'],
];

/** The same question thrown, many times: beside the exact odds. */
export function Simulation({ answer }: { answer: Answer }) {
  const [trials, setTrials] = useState('1000000');
  return (
    <div class="panel simulation">
      <h2>Throw the dice</h2>
      <p class="note">
        {answer.trials
          ? 'Simulated odds stand beside, each with its 95% interval.'
          : 'Simulates the question; the bars then have 95% intervals, too.'}
      </p>
      <div class="chips">
        <div class="chips" role="group" aria-label="Trials">
          {sizes.map(([count, words]) => (
            <button type="button" key={count} class="chip" aria-pressed={trials === count} onClick={() => setTrials(count)}>
              {words}
            </button>
          ))}
        </div>
        <button type="button" class="chip strong" disabled={busy.value !== null} onClick={() => void simulate(trials)}>
          simulate
        </button>
      </div>
    </div>
  );
}
