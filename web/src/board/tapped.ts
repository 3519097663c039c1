import { areMen, fights, type SavedPiece } from '../pictures/saved';
import { unitOf } from '../pictures/unit';

/** Who fires, and at which hex. */
export interface Shot {
  firer?: string;
  target?: string;
}

/** What is meant by a tap on a hex: who fires, if only his side stands there, else the target; on who fires, that nobody does. */
export function tapped(stacks: ReadonlyMap<string, SavedPiece[]>, { firer, target }: Shot, hex: string): Shot {
  const sidesAt = (at: string) => new Set((stacks.get(at) ?? []).filter(fights).map(({ side }) => side));
  if (hex === firer) return {};
  const here = sidesAt(hex);
  if (!firer) return here.size ? { firer: hex, target } : { target };
  const own = sidesAt(firer);
  const isOwn = here.size > 0 && [...here].every((side) => own.has(side));
  return isOwn ? { firer: hex, target } : { firer, target: hex };
}

/** The levels at which somebody stands in a hex, from the lowest. */
export const levelsAt = (stack: SavedPiece[] = []): number[] =>
  [...new Set(stack.filter(fights).map(({ level }) => level))].sort((a, b) => a - b);

/** A Location as it is typed: the hex, and its level above the ground. */
export const locationOf = (hex: string, level = 0): string => (level === 0 ? hex : `${hex}.${level}`);

/** Those of a stack who fire, or are fired at, as they are typed: for when they are moved to where they do not stand. */
export function asTyped(stack: SavedPiece[], as: 'by' | 'target'): string[] {
  const isBroken = ({ states }: SavedPiece) => states.includes('broken');
  const mayBe = (piece: SavedPiece) =>
    as === 'target' ? areMen(piece) : !isBroken(piece) && (areMen(piece) || /^[lmh]?mg:/.test(piece.unit ?? ''));
  const told = ['broken', 'pinned', 'encircled', 'wounded'];
  return stack
    .filter(mayBe)
    .flatMap(({ unit, states }) => (unit ? [[unit, ...told.filter((state) => states.includes(state))].join(',')] : []));
}

const kinds: Record<string, string> = { '': 'squad', hs: 'half-squad', crew: 'crew', hero: 'hero' };

/** A unit that was typed, as a piece to be drawn. */
export function pieceOf(typed: string, side: string | null): SavedPiece {
  const unit = unitOf(typed);
  const numbers = unit?.numbers ?? typed;
  const kind = /^\d+[-+]\d+$/.test(numbers) && !unit?.prefix ? 'leader' : (kinds[unit?.prefix ?? ''] ?? 'support-weapon');
  const name = unit && kind === 'support-weapon' ? unit.prefix.toUpperCase() : numbers;
  return {
    hex: null,
    kind,
    name,
    unit: numbers,
    side,
    level: 0,
    states: (unit?.attributes ?? []).filter((word) => /^(broken|pinned|encircled|wounded)$/.test(word)),
  };
}
