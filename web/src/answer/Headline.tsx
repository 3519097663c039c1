import { mostTelling, type Answer } from './answer';
import './answer.css';

const isPercent = (odds: string): boolean => odds.endsWith('%'); // or a median

const most = 4; // figures: the one that decides, and three more

/** The answer in large letters: the first odds largest. */
export function Headline({ answer, stale }: { answer: Answer; stale: boolean }) {
  const parts = mostTelling(answer.headline_odds).slice(0, most);
  return (
    <div class={`headline ${stale ? 'stale' : ''}`} id="headline">
      <p class="sentence">{answer.headline}</p>
      <ul class="figures" aria-hidden="true">
        {parts.map(({ words, odds }, i) => (
          <li key={i} class={isPercent(odds) ? '' : 'wordy'}>
            {isPercent(odds) && <b>{odds}</b>}
            <span>{isPercent(odds) ? words : `${words} ${odds}`}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
