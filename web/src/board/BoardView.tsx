import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useAsked } from '../ask/useAsked';
import { Refused } from '../ask/Refused';
import { Unanswered } from '../ask/Unanswered';
import { number } from '../answer/odds';
import { asked, write, type Inputs } from '../command/command';
import { join, split } from '../command/words';
import { label, type Question } from '../describe/describe';
import { describe } from '../describe/loaded';
import { FilePicker } from '../shell/FilePicker';
import { Share } from '../shell/Share';
import { files, forgetFile, openFile } from '../kept/files';
import { useRemembered } from '../kept/useRemembered';
import { choosePlace, go, line, place } from '../line/line';
import type { BoardHex } from '../pictures/map';
import { isNarrow } from '../shell/narrow';
import { isSave, isShown, shownBoard, type Shown } from './boards';
import { MissingFiles } from './MissingFiles';
import { MapPicture } from './MapPicture';
import { hasSights, isSight, lineOf, sightInWords, unseenInWords, useSight, useView } from './sight';
import './board.css';

/** `board FILE`: a map to tap, and ask there; `atlas FILE`: what its buildings would bury, as a heat map. */
export function BoardView() {
  const [command = 'board', name] = asked(split(line.value));
  const shown = name === undefined ? undefined : shownBoard(name);
  const open = async (file: File) => go(join(['board', await openFile(file)]), 'step');
  return (
    <div class="board">
      <div class="chips" role="group" aria-label="Boards">
        {[...files.value.keys()]
          .filter((each) => !isSave(each))
          .map((each) => (
            <button type="button" key={each} class="chip" aria-pressed={each === name} onClick={() => go(join(['board', each]), 'step')}>
              {each}
            </button>
          ))}
        <FilePicker id="open-board" look="strong" onFile={(file) => void open(file)}>
          open a board or map
        </FilePicker>
        {name !== undefined && files.value.has(name) && (
          <button type="button" class="chip quiet" onClick={() => (forgetFile(name), go('board', 'step'))}>
            forget {name}
          </button>
        )}
      </div>
      {name === undefined && (
        <p class="note">
          Open a VASL board (a file like bd20 in VASL's board folder) or a TOML map. Then tap a hex to ask about it. Your files stay on this
          device.
        </p>
      )}
      {name !== undefined && shown && !isShown(shown) && shown.isLacking && <MissingFiles names={[name]} />}
      {shown && !isShown(shown) && !shown.isLacking && <Refused refusal={shown} />}
      {isShown(shown) && <Opened key={name} shown={shown} isAtlas={command.toLowerCase() === 'atlas'} />}
    </div>
  );
}

interface Atlas {
  boards: { board: string; hexes: AtlasHex[] }[];
}

interface AtlasHex {
  hex: string;
  [what: string]: unknown;
}

function Opened({ shown, isAtlas }: { shown: Shown; isAtlas: boolean }) {
  const hex = place.value;
  useRemembered(true);
  const { outcome } = useAsked<Atlas>(isAtlas ? ['atlas', shown.name] : null);
  const hexes = outcome?.kind === 'answer' ? (outcome.answer.boards[0]?.hexes ?? []) : [];
  const measures = Object.keys(hexes[0] ?? {}).filter(
    (key) => typeof hexes[0]![key] === 'number' && hexes.some((each) => !Number.isInteger(each[key])),
  );
  const [picked, pick] = useState<string | null>(null);
  const measure = picked && measures.includes(picked) ? picked : (measures.find((key) => isOrder(hexes, key)) ?? measures[0]);
  const turn = (command: string) => {
    go(join([command, shown.name]), 'step');
    choosePlace(hex);
  };
  const heat = new Map(measure ? hexes.map((each) => [each.hex, Number(each[measure])]) : []);
  const sheet = useRef<HTMLDivElement>(null);
  const [firer, setFirer] = useState<string | null>(null);
  const [isLooking, look] = useState(false);
  const known = useSight(shown, firer, hex);
  const sight = isSight(known) ? known : null;
  const seen = useView(shown, isLooking ? hex : null);
  // On a phone what can be asked there stands below the map.
  const choose = (to: string) => {
    choosePlace(to);
    if (isNarrow.value) requestAnimationFrame(() => sheet.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' }));
  };
  return (
    <>
      <div class="chips" role="group" aria-label="What is shown">
        <button type="button" class="chip" aria-pressed={!isAtlas} onClick={() => turn('board')}>
          map
        </button>
        <button type="button" class="chip" aria-pressed={isAtlas} onClick={() => turn('atlas')}>
          atlas: rubble
        </button>
        {measures.map((key) => (
          <button type="button" key={key} class="chip quiet" aria-pressed={key === measure} onClick={() => pick(key)}>
            {label(key)}
          </button>
        ))}
        <Share />
      </div>
      <Unanswered outcome={outcome} />
      <div class="board-columns">
        <MapPicture
          shown={shown}
          heat={heat}
          figures="number"
          chosen={[hex, firer].flatMap((each) => each ?? [])}
          seen={seen}
          sight={sight ? lineOf(sight, `range ${sight.range}${sight.blocked ? `, ${unseenInWords(sight)}` : ''}`) : undefined}
          onHex={choose}
          label={`The board ${shown.board.board}`}
        />
        <div ref={sheet} class="beside" aria-live="polite">
          {hex ? (
            <HexSheet shown={shown} hex={hex} firer={firer} of={hexes.find((each) => each.hex === hex)}>
              {hasSights(shown) && (
                <div class="chips" role="group" aria-label="Line of sight">
                  <button type="button" class="chip" aria-pressed={firer === hex} onClick={() => setFirer(firer === hex ? null : hex)}>
                    fire from here
                  </button>
                  <button type="button" class="chip" aria-pressed={isLooking} onClick={() => look(!isLooking)}>
                    what it sees
                  </button>
                </div>
              )}
              {known && !isSight(known) && <Refused refusal={known} />}
              {firer === hex && <p class="note">Now tap the target.</p>}
              {sight && (
                <p class={sight.blocked ? 'sight is-blocked' : 'sight'}>
                  {sight.from} to {sight.to}: {sightInWords(sight)}
                </p>
              )}
            </HexSheet>
          ) : (
            <p class="note">Tap a hex to ask about it.</p>
          )}
        </div>
      </div>
      {measure && <AtlasTable hexes={hexes} measures={measures} by={measure} onHex={choosePlace} />}
    </>
  );
}

interface SheetProps {
  shown: Shown;
  hex: string;
  firer: string | null; // who fires at it stands there
  of?: AtlasHex;
  children: ComponentChildren;
}

/** What a hex holds, and what can be asked there: every question that has a map and a hex. */
function HexSheet({ shown, hex, firer, of, children }: SheetProps) {
  const holds: BoardHex | undefined = shown.board.hexes.find((each) => each.hex === hex);
  const words = Object.entries(holds ?? {}).filter(([key, value]) => key !== 'hex' && value !== false);
  const questions = describe.value.questions.filter((each) => placeOn(each, shown, hex, null) !== null);
  return (
    <section class="hex-sheet" aria-label={`Hex ${hex}`}>
      <h2>{hex}</h2>
      <dl>
        {words.map(([key, value]) => (
          <div key={key}>
            <dt>{label(key)}</dt>
            <dd>{value === true ? 'yes' : String(value)}</dd>
          </div>
        ))}
        {of &&
          Object.entries(of)
            .filter(([key]) => key !== 'hex' && !(key in (holds ?? {})))
            .map(([key, value]) => (
              <div key={key}>
                <dt>{label(key)}</dt>
                <dd>{typeof value === 'number' ? number(value) : String(value)}</dd>
              </div>
            ))}
      </dl>
      {children}
      <div class="ask-here">
        {questions.map((each) => (
          <button
            type="button"
            key={each.name}
            class="chip strong"
            title={each.title}
            onClick={() => go(join(write(each, placeOn(each, shown, hex, firer)!)), 'step')}
          >
            {each.name}
          </button>
        ))}
      </div>
    </section>
  );
}

/** The program's list is ordered by it. */
const isOrder = (hexes: AtlasHex[], key: string): boolean =>
  hexes.every((each, i) => i === 0 || Number(each[key]) <= Number(hexes[i - 1]![key])) &&
  hexes[0]?.[key] !== hexes.at(-1)?.[key] &&
  new Set(hexes.map((each) => each[key])).size > 3;

/** The inputs of a question that put it on a hex of the map: its first field of hexes, and the file's; and its second, where one fires from. */
function placeOn(question: Question, shown: Shown, hex: string, firer: string | null): Inputs | null {
  const [place, other] = question.fields.filter((field) => field.kind === 'hex' && !field.repeatable);
  const files = question.fields.filter((field) => field.kind === 'file');
  const file = shown.images ? files[0] : (files.find((field) => field.metavar === 'FILE') ?? files[0]);
  const from = other && firer && firer !== hex ? { [other.key]: [firer] } : {};
  return place && file ? { [file.key]: [shown.name], [place.key]: [hex], ...from } : null;
}

function AtlasTable({ hexes, measures, by, onHex }: { hexes: AtlasHex[]; measures: string[]; by: string; onHex: (hex: string) => void }) {
  const rows = [...hexes].sort((a, b) => Number(b[by]) - Number(a[by])).slice(0, 40);
  return (
    <div class="table-box">
      <table>
        <caption>
          Top {rows.length} by {label(by)}
        </caption>
        <thead>
          <tr>
            <th scope="col">hex</th>
            {measures.map((key) => (
              <th scope="col" key={key}>
                {label(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((each) => (
            <tr key={each.hex}>
              <th scope="row">
                <button type="button" class="link" onClick={() => onHex(each.hex)}>
                  {each.hex}
                </button>
              </th>
              {measures.map((key) => (
                <td key={key}>{Number(each[key]).toFixed(3)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
