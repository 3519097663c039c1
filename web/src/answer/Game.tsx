import { effect, signal } from '@preact/signals';
import { game } from '../ask/asking';
import { line } from '../line/line';
import { die } from '../pictures';
import { Svg } from '../shell/Svg';

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

/** One trial told throw by throw. */
export function Game() {
  const one = played.value;
  return (
    <div class="panel game">
      <h2>One game</h2>
      <p class="note">How it may go, throw by throw.</p>
      <button type="button" class="chip strong" onClick={() => void play()}>
        {one ? 'one more game' : 'play one'}
      </button>
      <ol class="throws" aria-live="polite">
        {one?.throws.map((text, i) => (
          <Throw key={`${one.seed}-${i}`} text={text} />
        ))}
        {one && one.throws.length === 0 && <li>No die is thrown.</li>}
      </ol>
    </div>
  );
}

/** `IFT DR (A7.3): 5,2 = 7: ...`: what is thrown, the dice, what comes of it. */
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
