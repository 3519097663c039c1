import { useState } from 'preact/hooks';
import { mostTelling } from '../answer/answer';
import { signed } from '../answer/odds';
import { answer, fresh } from '../ask/asking';
import { Refused } from '../ask/Refused';
import { viewerOf, write, type Command, type Inputs } from '../command/command';
import { join } from '../command/words';
import { label, type Field } from '../describe/describe';
import { choosePlace, go, place } from '../line/line';
import { heatOf } from '../pictures';
import { calledOn } from '../pictures/hexes';
import { isShown, shownBoard, type Shown } from './boards';
import { MapPicture } from './MapPicture';
import { hasSights, isSight, lineOf, sightInWords, unseenInWords, useSight, type Sight } from './sight';
import { shotsOn } from './shots';
import type { Shot } from './tapped';
import type { SightLine } from '../pictures/map';

/**
 * The map of a question that has one: its odds hex by hex; a tap sets one of its fields of hexes. On a game's it is who stands there that
 * says which: first who fires, then at whom.
 */
export function QuestionMap({ command, game: known }: { command: Command; game?: Shown }) {
  const { question, inputs, common } = command;
  const hexFields = question.fields.filter((field) => field.kind === 'hex');
  const [key, choose] = useState<string | null>(null);
  const name = question.fields.filter((field) => field.kind === 'file').flatMap((field) => inputs[field.key] ?? [])[0];
  const shown = known ?? (name === undefined ? undefined : shownBoard(name, viewerOf(inputs)));
  const firer = hexFields.find((each) => each.key === 'from');
  const target = hexFields.find((each) => each.key === 'hex');
  const given = (each: Field | undefined) => (each ? inputs[each.key]?.[0] : undefined);
  const here = isShown(shown) ? shown : undefined;
  const seen = useSight(here, given(firer), given(target));
  const sight = isSight(seen) ? seen : null; // why there is none the question says itself
  if (!shown || !hexFields.length) return null;
  if (!isShown(shown)) return shown.isLacking ? null : <Refused refusal={shown} />;
  const isNext = (each: Field) => (key === null ? hasSights(shown) && !each.repeatable && !inputs[each.key] : each.key === key);
  const field = hexFields.find(isNext) ?? hexFields[0]!;
  const put = (next: Inputs) => go(join(write(question, { ...inputs, ...next }, common)));
  const set = (hex: string) => {
    const old = inputs[field.key] ?? [];
    put({ [field.key]: !field.repeatable ? [hex] : old.includes(hex) ? old.filter((other) => other !== hex) : [...old, hex] });
  };
  const { game } = shown;
  const shots = game && key === null && target && firer ? shotsOn(shown.grid, game, inputs, put) : null;
  const chosen = [...(inputs[field.key] ?? []), ...hexFields.flatMap((each) => inputs[each.key] ?? [])].map(
    (hex) => calledOn(shown.grid, hex) ?? hex,
  );
  const heat = answer.value && fresh.value ? heatOf(answer.value.events) : undefined;
  return (
    <section aria-label="The map" class="question-map">
      {hexFields.length > 1 && !shots && (
        <div class="chips" role="group" aria-label="A tap sets">
          <span class="note">a tap sets</span>
          {hexFields.map((each) => (
            <button type="button" key={each.key} class="chip" aria-pressed={each === field} onClick={() => choose(each.key)}>
              {label(each.key)}
            </button>
          ))}
        </div>
      )}
      <MapPicture
        shown={shown}
        heat={heat}
        chosen={[...new Set(chosen)]}
        sight={
          sight
            ? lineOf(sight, game ? shortOf(sight) : [`range ${sight.range}`, ...toldOf(sight)].join(', '))
            : shots && hasSights(shown) && !inputs.no_los
              ? lineBefore(shots.shot)
              : undefined
        }
        onHex={shots?.tap ?? set}
        {...(game && { cursor: place.value ?? given(target) ?? given(firer), onMove: choosePlace })}
        {...(shots && question.name === 'attack' && { moved: shots.moved, movable: shots.movable, onDrag: shots.drag })}
        label={`The map ${shown.board.board}; a tap sets ${shots ? 'who fires, then the target' : label(field.key)}`}
      />
      {sight && (
        <p class={sight.blocked ? 'sight is-blocked' : 'sight'} aria-live="polite">
          {sight.from} to {sight.to}: {sightInWords(sight)}
        </p>
      )}
    </section>
  );
}

/** On a game's map there are counters below it, and the answer stands beside it. */
function shortOf(sight: Sight): string {
  const odds = answer.value && fresh.value ? mostTelling(answer.value.headline_odds)[0]?.odds : undefined;
  return sight.blocked ? unseenInWords(sight) : (odds ?? `range ${sight.range}`);
}

/** Who is answered has LOS, before it is known what that is worth. */
function lineBefore({ firer: from, target: to }: Shot): SightLine | undefined {
  const odds = answer.value && fresh.value ? mostTelling(answer.value.headline_odds)[0]?.odds : undefined;
  return from && to && odds ? { from, to, isBlocked: false, words: odds } : undefined;
}

/** What the answer says of an attack along a line: its Firepower and DRM, and its odds. */
function toldOf(sight: Sight): string[] {
  const of = answer.value;
  if (sight.blocked) return [unseenInWords(sight)];
  if (!of || !fresh.value) return [];
  const drm = of.modifiers.reduce((sum, { amount }) => sum + amount, 0);
  const first = mostTelling(of.headline_odds)[0];
  return [
    ...(of.firepower ? [`${of.firepower} FP`] : []),
    ...(of.modifiers.length ? [`DRM ${signed(drm)}`] : []),
    ...(first?.odds ? [`${first.words} ${first.odds}`] : []),
  ];
}
