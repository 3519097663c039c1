import { useMemo } from 'preact/hooks';
import { roundPercent, signed } from '../answer/odds';
import type { Outcome } from '../ask/ask';
import { Unanswered } from '../ask/Unanswered';
import { useAsked } from '../ask/useAsked';
import type { Shown } from '../board/boards';
import { asked, write, type Command } from '../command/command';
import { join, split } from '../command/words';
import { go, line, place } from '../line/line';
import { calledOn } from '../pictures/hexes';
import { areMen, type SavedPiece } from '../pictures/saved';
import { Share } from '../shell/Share';

/** `boxcars danger --format json`. */
interface Danger {
  firers: string[];
  hexes: DangerHex[];
  notes: string[];
}

interface DangerHex {
  hex: string;
  seen_by: string[];
  exact: number | null;
  unknown?: string;
  attacks: { from: string; firepower: number; drm: number }[];
}

export interface DangerLayer {
  outcome: Outcome<Danger> | null;
  heat?: Map<string, number>;
  unknown?: Map<string, null>; // lies in the dark
}

/** Every hex by its odds, while a line of danger is asked. */
export function useDanger(command: Command | null): DangerLayer {
  const { outcome } = useAsked<Danger>(command ? asked(split(line.value)) : null);
  const layers = useMemo(() => {
    if (outcome?.kind !== 'answer') return {};
    const { hexes } = outcome.answer;
    return {
      heat: new Map(hexes.map(({ hex, exact }) => [hex, exact ?? 0])),
      unknown: new Map(hexes.filter(({ exact }) => exact === null).map(({ hex }) => [hex, null])),
    };
  }, [outcome]);
  return { outcome, ...layers };
}

/** For whom it is dangerous, how he moves, and what is fired at the hex that was tapped. */
export function DangerPanel({ command, shown, danger: { outcome } }: { command: Command; shown: Shown; danger: DangerLayer }) {
  const { question, inputs } = command;
  const choose = (key: string, value: string) => go(join(write(question, { ...inputs, [key]: [value] }, {})));
  const moving = question.fields.find(({ key }) => key === 'moving')!;
  const answer = outcome?.kind === 'answer' ? outcome.answer : null;
  const here = answer?.hexes.find(({ hex }) => place.value !== null && calledOn(shown.grid, hex) === place.value);
  const units = [...new Set([...(inputs.unit ?? []), ...unitsOf(shown, inputs.side?.[0])])];
  return (
    <section class="hex-sheet" aria-label="Danger">
      <h2>Where is it safe?</h2>
      <div class="chips" role="group" aria-label="For whom">
        {units.map((unit) => (
          <button type="button" key={unit} class="chip" aria-pressed={inputs.unit?.[0] === unit} onClick={() => choose('unit', unit)}>
            {unit}
          </button>
        ))}
      </div>
      <div class="chips" role="group" aria-label="Who moves">
        {moving.choices!.map((how) => (
          <button
            type="button"
            key={how}
            class="chip quiet"
            aria-pressed={(inputs.moving?.[0] ?? moving.default) === how}
            onClick={() => choose('moving', how)}
          >
            {how === 'none' ? 'stays put' : how}
          </button>
        ))}
      </div>
      <Unanswered outcome={outcome} />
      <div aria-live="polite">
        {here ? (
          <>
            <p>
              <b class="large">{here.exact === null ? '?' : roundPercent(here.exact)}</b> broken or worse in {here.hex}
              {here.unknown && `: ${here.unknown}`}
            </p>
            <ul class="fires">
              {here.attacks.map(({ from, firepower, drm }) => (
                <li key={from}>
                  {from}: {firepower} FP, DRM {signed(drm)}
                </li>
              ))}
            </ul>
            {!here.seen_by.length && <p class="note">No enemy sees this hex.</p>}
          </>
        ) : (
          answer && (
            <p class="note">
              Each number is the chance of being broken or worse if every enemy with LOS fires once. Dark hexes are unknown. Tap a hex.
            </p>
          )
        )}
      </div>
      {answer?.notes.map((note) => (
        <p class="note" key={note}>
          {note}
        </p>
      ))}
      {answer && <Share />}
    </section>
  );
}

/** The units of a side, each once, squads first. */
export function unitsOf({ game }: Shown, side: string | undefined): string[] {
  const men = (game?.save.pieces ?? []).filter((piece) => piece.side === side && areMen(piece));
  const isSquad = ({ kind }: SavedPiece) => Number(kind === 'squad');
  return [...new Set(men.sort((a, b) => isSquad(b) - isSquad(a)).flatMap(({ unit }) => unit ?? []))];
}
