import { useEffect, useState } from 'preact/hooks';
import { mostTelling, type Answer } from './answer';

/** The headline in one line, while the large one is out of sight: so that a chip's effect is seen wherever it is tapped. */
export function MiniHeadline({ answer, stale }: { answer: Answer; stale: boolean }) {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const large = document.getElementById('headline');
    if (!large) return setAway(false);
    const observer = new IntersectionObserver(([entry]) => entry && setAway(!entry.isIntersecting && entry.boundingClientRect.top < 200), {
      rootMargin: '-90px 0px 0px 0px',
    });
    observer.observe(large);
    return () => observer.disconnect();
  }, [answer.headline === '']);
  if (!isAway) return null;
  return (
    <button
      type="button"
      class={`mini ${stale ? 'stale' : ''}`}
      aria-hidden="true"
      tabIndex={-1}
      onClick={() => document.getElementById('odds')?.scrollIntoView({ behavior: 'smooth' })}
    >
      {mostTelling(answer.headline_odds).map(({ words, odds }, i) => (
        <span key={i}>
          <b>{odds}</b> {words}
        </span>
      ))}
    </button>
  );
}
