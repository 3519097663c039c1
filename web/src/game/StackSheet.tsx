import type { Shown } from '../board/boards';
import { levelsAt, locationOf } from '../board/tapped';
import { write, type Command } from '../command/command';
import { join } from '../command/words';
import { describe, question } from '../describe/loaded';
import { go } from '../line/line';
import { areMen, countersOf, fights, sidesOf } from '../pictures/saved';
import { plate } from '../pictures/stacks';
import { tag } from '../pictures/svg';
import { Svg } from '../shell/Svg';
import { unitsOf } from './DangerPanel';
import { gameQuestions, ofGame } from './lines';

const box = { x: 1, y: 1, width: 48, height: 44 };
const drawn = (piece: Parameters<typeof plate>[0]): string =>
  tag('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 50 46', width: 50, height: 46 }, plate(piece, box));

/** Who is in a hex, and what else can be asked of the game there. */
export function StackSheet({ shown, command, hex }: { shown: Shown; command: Command; hex: string | null }) {
  const { game } = shown;
  const pieces = (hex && game?.stacks.get(hex)) || [];
  const side = pieces.find(areMen)?.side ?? command.inputs.side?.[0] ?? (game && sidesOf(game.save)[0]);
  const unit = pieces.find((piece) => areMen(piece) && piece.side === side)?.unit ?? unitsOf(shown, side ?? undefined)[0];
  const { danger, save } = gameQuestions(question('attack')!);
  const inputs = ofGame(command.inputs);
  const cross = question('cross');
  const others = describe.value.questions.filter(
    ({ name, fields }) => name !== 'attack' && fields.some(({ key }) => key === 'save') && fields.some(({ key }) => key === 'hex'),
  );
  return (
    <section class="hex-sheet" aria-label={hex ? `Hex ${hex}` : 'The game'}>
      <div aria-live="polite" class="stack">
        {hex && <h2>{hex}</h2>}
        {pieces.length > 0 && (
          <ul class="stack">
            {pieces.map((piece, i) => (
              <li key={i}>
                {fights(piece) && <Svg svg={drawn(piece)} class="plate" />}
                <span>
                  {piece.count === undefined ? piece.name : `? (${countersOf(piece.count)})`}
                  {piece.level !== 0 && `, level ${piece.level}`}
                  {piece.states.length > 0 && <span class="note"> {piece.states.join(', ')}</span>}
                </span>
              </li>
            ))}
          </ul>
        )}
        {hex && !pieces.length && <p class="note">Empty hex.</p>}
      </div>
      <Levels command={command} hex={hex} levels={levelsAt(pieces)} />
      <div class="ask-here">
        {command.question.name !== 'save' && (
          <button type="button" class="chip" onClick={() => go(join(write(save, inputs)), 'step')}>
            new shot
          </button>
        )}
        {unit && side && command.question.name !== 'danger' && (
          <button
            type="button"
            class="chip strong"
            onClick={() => go(join(write(danger, { ...inputs, side: [side], unit: [unit] })), 'step')}
          >
            danger for {unit}
          </button>
        )}
        {hex && cross && pieces.some(areMen) && (
          <button
            type="button"
            class="chip"
            title={cross.title}
            onClick={() => go(join(write(cross, { ...inputs, path: ['best'], from: [hex] })), 'step')}
          >
            cross from here
          </button>
        )}
        {hex &&
          others.map((each) => (
            <button
              type="button"
              key={each.name}
              class="chip"
              title={each.title}
              onClick={() => go(join(write(each, { ...inputs, hex: [hex] })), 'step')}
            >
              {each.name}
            </button>
          ))}
      </div>
    </section>
  );
}

/** Of a hex that is asked about, the level, where they stand on several. */
function Levels({ command: { question: asks, inputs, common }, hex, levels }: { command: Command; hex: string | null; levels: number[] }) {
  const key = ['from', 'hex'].find((each) => inputs[each]?.[0]?.replace(/\.-?\d+$/, '') === hex);
  if (!hex || !key || levels.length < 2) return null;
  return (
    <div class="chips" role="group" aria-label="Level">
      {levels.map((level) => {
        const location = locationOf(hex, level);
        return (
          <button
            type="button"
            key={level}
            class="chip"
            aria-pressed={inputs[key]![0] === location}
            onClick={() => go(join(write(asks, { ...inputs, [key]: [location] }, common)))}
          >
            {level === 0 ? 'ground level' : `level ${level}`}
          </button>
        );
      })}
    </div>
  );
}
