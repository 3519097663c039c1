import { headlineParts } from './answer';
import './answer.css';

/** The answer in large letters: the first odds largest. */
export function Headline({ headline, stale }: { headline: string; stale: boolean }) {
  const parts = headlineParts(headline);
  return (
    <div class={`headline ${stale ? 'stale' : ''}`} id="headline">
      <p class="sentence">{headline}</p>
      <ul class="figures" aria-hidden="true">
        {parts.map(({ words, odds }, i) => (
          <li key={i} class={odds ? '' : 'wordy'}>
            {odds && <b>{odds}</b>}
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
