import { useRef } from 'preact/hooks';
import { answer, form, fresh, missingFiles } from '../ask/asking';
import { QuestionHead, QuestionParts } from '../ask/QuestionView';
import { Refused } from '../ask/Refused';
import { isSave, isShown, shownBoard, type Game, type Shown } from '../board/boards';
import { MapPicture } from '../board/MapPicture';
import { MissingFiles } from '../board/MissingFiles';
import { QuestionMap } from '../board/QuestionMap';
import { asked, viewerOf, write, type Command, type Inputs } from '../command/command';
import { join, split } from '../command/words';
import { question } from '../describe/loaded';
import { files, forgetFile } from '../kept/files';
import { useRemembered } from '../kept/useRemembered';
import { choosePlace, go, line, place } from '../line/line';
import { countersOf, sidesOf } from '../pictures/saved';
import { FilePicker } from '../shell/FilePicker';
import { TextView } from '../text/TextView';
import { Apart } from './Apart';
import { AssaultBy } from './AssaultBy';
import { DangerPanel, useDanger } from './DangerPanel';
import { ofGame, readGame } from './lines';
import { openTogether } from './open';
import { StackSheet } from './StackSheet';
import './game.css';

/** The game on the table: `save FILE`, `danger ...`, and every question that is asked from a save. */
export function GameView() {
  const attack = question('attack');
  const last = useRef<Shown | null>(null); // stays while the save is read anew: as another sees it, or with a board more
  if (!attack) return null;
  const words = asked(split(line.value));
  const command = form.value ?? (words.length > 1 ? readGame(words, attack) : null);
  if (!command) return words.length > 1 ? <TextView /> : <Begin />;
  const { inputs } = command;
  const name = [inputs.save, inputs.board, inputs.map].flatMap((values) => values ?? [])[0];
  if (!name) return <TextView />;
  // What is dangerous for a side is asked by whoever likes: its own secrets are not drawn for it.
  const viewer = command.question.name === 'danger' ? { ...inputs, side: [] } : inputs;
  const now = shownBoard(name, viewerOf(viewer));
  if (isShown(now)) last.current = now;
  const shown = now ?? (last.current?.name === name ? last.current : undefined);
  if (!shown) return <div class="game" />;
  if (isShown(shown) && shown.grid.width > 0) return <Table key={name} command={command} shown={shown} />;
  return (
    <div class="game">
      {isShown(shown) ? (
        <p class="told">
          {name} has no boards set up, only {countersOf(shown.game?.save.beside.length ?? 0)} off the map.
        </p>
      ) : shown.isLacking ? (
        <MissingFiles names={[name]} />
      ) : (
        <Refused refusal={shown} />
      )}
      <Open />
    </div>
  );
}

const Begin = () => (
  <div class="game">
    <Open />
    <p class="note">
      Open a VASL save (.vsav) together with its boards, or drop them anywhere on this page; a whole folder of boards works too. Then tap
      who fires and tap the target. Your files stay on this device.
    </p>
  </div>
);

/** The saves that are here, and others. */
function Open({ current }: { current?: string }) {
  return (
    <div class="chips" role="group" aria-label="Games">
      {[...files.value.keys()].filter(isSave).map((each) => (
        <button type="button" key={each} class="chip" aria-pressed={each === current} onClick={() => go(join(['save', each]), 'step')}>
          {each}
        </button>
      ))}
      <FilePicker id="open-game" look="strong" onFiles={(all) => void openTogether(all)}>
        open a save and its boards
      </FilePicker>
      {current && (
        <button type="button" class="chip quiet" onClick={() => (forgetFile(current), go('save', 'step'))}>
          forget {current}
        </button>
      )}
    </div>
  );
}

function Table({ command, shown }: { command: Command; shown: Shown }) {
  useRemembered(command.question.name === 'save');
  const { game } = shown;
  const { inputs } = command;
  const attack = question('attack')!;
  const isDanger = command.question.name === 'danger';
  const isAsked = form.value !== null;
  const danger = useDanger(isDanger ? command : null);
  const begun = isAsked || isDanger ? command : { question: attack, inputs: ofGame(inputs), common: {} };
  const hex = place.value;
  return (
    <div class="game">
      {game && <MissingBoards game={game} />}
      {missingFiles.value.length > 0 && <MissingFiles names={missingFiles.value} />}
      <div class="board-columns">
        {isDanger ? (
          <MapPicture
            shown={shown}
            heat={danger.heat}
            seen={danger.unknown}
            figures="likely percent"
            chosen={hex ? [hex] : []}
            onHex={choosePlace}
            label={`Where it is dangerous on ${shown.board.board}`}
          />
        ) : (
          <QuestionMap command={begun} game={shown} />
        )}
        <div class="beside">
          {isDanger ? <DangerPanel command={command} shown={shown} danger={danger} /> : <Answered game={game} />}
          {game && <StackSheet shown={shown} command={command} hex={hex} />}
        </div>
      </div>
      {game && <SeenBy game={game} command={command} />}
      <Open current={inputs.save?.[0]} />
      {isAsked && <QuestionParts isFolded />}
    </div>
  );
}

/** The answer; before there is one, what to tap. */
function Answered({ game }: { game?: Game }) {
  const inputs = form.value?.inputs;
  if (!inputs && game && !sidesOf(game.save).length)
    return <p class="told">The boards are empty: {countersOf(game.save.beside.length)} off the map.</p>;
  if (!inputs) return <p class="told">Tap who fires, then tap the target.</p>;
  if (form.value?.question.name === 'cross' && inputs.from && !inputs.to)
    return <p class="told">From {inputs.from[0]}: tap where they go.</p>;
  if (form.value?.question.name === 'attack' && inputs.from && !inputs.hex)
    return <p class="told">{inputs.from[0]} fires: tap the target.</p>;
  return (
    <div>
      <QuestionHead />
      <Apart />
      {form.value?.question.name === 'attack' && answer.value && fresh.value && (
        <p class="note">What if? Drag the firers or the target to another hex.</p>
      )}
    </div>
  );
}

/** Which boards' files are not here, and where VASL has them. */
function MissingBoards({ game: { missing } }: { game: Game }) {
  if (!missing.length) return null;
  const boards = missing.length > 1 ? `Boards ${missing.slice(0, -1).join(', ')} and ${missing.at(-1)} are` : `Board ${missing[0]} is`;
  const names = missing.map((board) => `bd${board}`);
  return (
    <div class="missing" role="alert">
      <p>
        {boards} missing. Without {missing.length > 1 ? 'them' : 'it'} there is no LOS, Hindrance or terrain. Look for {names.join(', ')} in
        VASL's board folder (its preferences say where).{' '}
        <span class="chips">
          <FilePicker look="strong" onFiles={(all) => void openTogether(all)}>
            open {names.join(', ')}
          </FilePicker>
          {!matchMedia('(pointer: coarse)').matches && (
            <FilePicker isFolder onFiles={(all) => void openTogether(all)}>
              or the whole folder
            </FilePicker>
          )}
        </span>
      </p>
    </div>
  );
}

/** Whose hidden and concealed pieces are shown: nobody's, unless he says who he is. */
function SeenBy({ game, command: { question: asks, inputs, common } }: { game: Game; command: Command }) {
  const { side: _, player: __, reveal: ___, ...rest } = inputs;
  const choose = (viewer: Inputs) => go(join(write(asks, { ...rest, ...viewer }, common)));
  const sides = sidesOf(game.save);
  const { notes, unknown } = game.save;
  const told = [
    ...notes.map((note) => note.replace(/ \(--.*?\)/, '')),
    ...(unknown.length ? [`unknown counters: ${unknown.map(({ name, hex }) => (hex ? `${name} in ${hex}` : name)).join(', ')}`] : []),
  ];
  return (
    <div class="seen-by">
      <div class="chips" role="group" aria-label="Whose">
        <span class="note">{asks.name === 'danger' ? 'danger for' : 'view as'}</span>
        {asks.name !== 'danger' && (
          <button type="button" class="chip" aria-pressed={!viewerOf(inputs).length} onClick={() => choose({})}>
            spectator
          </button>
        )}
        {sides.map((side) => (
          <button
            type="button"
            key={side}
            class="chip"
            aria-pressed={inputs.side?.[0]?.toLowerCase() === side.toLowerCase()}
            onClick={() => choose({ side: [side] })}
          >
            {side}
          </button>
        ))}
        {asks.name !== 'danger' && (
          <button type="button" class="chip" aria-pressed={inputs.reveal !== undefined} onClick={() => choose({ reveal: ['true'] })}>
            umpire: show all
          </button>
        )}
      </div>
      <AssaultBy inputs={inputs} sides={sides} />
      {told.length > 0 && <p class="note">{told.join('; ')}.</p>}
    </div>
  );
}
