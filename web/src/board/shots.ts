import { answer, fresh } from '../ask/asking';
import { inputsOf, type Inputs } from '../command/command';
import { choosePlace, settle } from '../line/line';
import { calledOn, type HexGrid } from '../pictures/hexes';
import { fights, sidesOf, type SavedPiece } from '../pictures/saved';
import type { Game } from './boards';
import { asTyped, levelsAt, locationOf, pieceOf, tapped, type Shot } from './tapped';

/** What taps and drags on a game's map mean for a question that has who fires (`from`, `by`) and a target (`hex`, `target`). */
export function shotsOn(grid: HexGrid, game: Game, inputs: Inputs, put: (next: Inputs) => void) {
  const called = (typed?: string) => typed && (calledOn(grid, typed) ?? typed);
  const shot: Shot = { firer: called(inputs.from?.[0]), target: called(inputs.hex?.[0]) };
  const moved = movedIn(game, inputs, shot);
  const tap = (hex: string): void => {
    choosePlace(hex);
    const next = tapped(new Map([...game.stacks, ...moved]), shot, hex);
    if (!shot.firer && next.firer) settle();
    const placed = (place: string, units: string, to: string | undefined): Inputs => ({
      [place]: to ? [locationOf(to, levelsAt(game.stacks.get(to))[0])] : [],
      ...(inputs[units] && { [units]: [] }), // they were those of another hex
    });
    put({
      ...(next.firer !== shot.firer && placed('from', 'by', next.firer)),
      ...(next.target !== shot.target && placed('hex', 'target', next.target)),
    });
  };
  // What if they stood elsewhere: who they are is typed then, since the save has nobody of them there.
  const drag = (hex: string, to: string): void => {
    const [place, units] = hex === shot.firer ? (['from', 'by'] as const) : (['hex', 'target'] as const);
    const known = fresh.value && answer.value ? inputsOf(answer.value.inputs)[units] : undefined;
    choosePlace(to);
    put({ [place]: [to], [units]: inputs[units] ?? known ?? asTyped(game.stacks.get(hex) ?? [], units) });
  };
  return { shot, moved, movable: [shot.firer, shot.target], tap, drag };
}

/** Who is typed and stands in no hex of the save: drawn where he would be, as of the side that the other one is not of. */
function movedIn({ save, stacks }: Game, inputs: Inputs, { firer, target }: Shot): Map<string, SavedPiece[]> {
  const against = (hex = '') => {
    const side = stacks.get(hex)?.find(fights)?.side;
    return (side && sidesOf(save).find((other) => other !== side)) || null;
  };
  const typed = (hex: string | undefined, units: string[] | undefined, other: string | undefined): [string, SavedPiece[]][] =>
    hex && units && !stacks.get(hex)?.some(fights) ? [[hex, units.map((unit) => pieceOf(unit, against(other)))]] : [];
  return new Map([...typed(firer, inputs.by, target), ...typed(target, inputs.target, firer)]);
}
