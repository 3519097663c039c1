import { effect, signal } from '@preact/signals';
import { busy, game, simulate } from '../ask/asking';
import { line } from '../line/line';
import { die } from '../pictures';
import { Svg } from '../shell/Svg';
import type { Answer } from './answer';
import { chartsOpen } from './AnswerView';

const sizes: [string, string][] = [
  ['100000', '100k'],
  ['1000000', '1M'],
  ['10000000', '10M'],
  ['100000000', '100M'],
];

const trials = signal('1000000'); // as chosen, for the next questions too
const played = signal<{ seed: number; throws: string[] } | null>(null);
effect(() => {
  void line.value;
  played.value = null;
});

async function play(): Promise<void> {
  const seed = (played.peek()?.seed ?? Math.floor(Math.random() * 1e6)) + 1;
  const throws = await game(seed);
  if (throws) played.value = { seed, throws };
}

/** The same question with dice: many times, beside the exact odds; or once, roll by roll. */
export function Dice({ answer }: { answer: Answer }) {
  const one = played.value;
  return (
    <details class="panel dice-panel">
      <summary>Roll the dice</summary>
      <p class="note">
        {answer.trials
          ? 'The charts show simulated odds with their 95% intervals.'
          : 'Simulate it: the charts then show 95% intervals, too.'}
      </p>
      <div class="chips">
        <div class="chips" role="group" aria-label="Trials">
          {sizes.map(([count, words]) => (
            <button type="button" key={count} class="chip" aria-pressed={trials.value === count} onClick={() => (trials.value = count)}>
              {words}
            </button>
          ))}
        </div>
        <button
          type="button"
          class="chip strong"
          disabled={busy.value !== null}
          onClick={() => ((chartsOpen.value = true), void simulate(trials.value))}
        >
          simulate
        </button>
      </div>
      <p class="note">Or play it once, roll by roll.</p>
      <button type="button" class="chip strong" onClick={() => void play()}>
        {one ? 'play again' : 'play once'}
      </button>
      <ol class="throws" aria-live="polite">
        {one?.throws.map((text, i) => (
          <Throw key={`${one.seed}-${i}`} text={text} />
        ))}
        {one && one.throws.length === 0 && <li>No dice were rolled.</li>}
      </ol>
    </details>
  );
}

/** `IFT DR (A7.3): 5,2 = 7: ...`: what is rolled, the dice, what comes of it. */
function Throw({ text }: { text: string }) {
  const found = /^(.*?): (\d)(?:,(\d) = \d+)?(?:: |$)(.*)$/.exec(text);
  if (!found) return <li>{text}</li>;
  const [, what, colored, white, then] = found;
  return (
    <li>
      <span class="dice">
        <Svg svg={die(Number(colored), white !== undefined)} class="die" />
        {white !== undefined && <Svg svg={die(Number(white), false)} class="die" />}
      </span>
      <span>
        <b>{what}</b> {then}
      </span>
    </li>
  );
}
