// A save as `boxcars save FILE --format json` tells it: only what its viewer may see.

export interface SavedBoard {
  board: string;
  reversed: boolean;
  row: number;
  column: number;
  left?: number; // what is cut out of it
  top?: number;
  width?: number;
  height?: number;
  overlays?: string[];
  ssr?: string[];
}

export interface SavedPiece {
  hex: string | null; // null: beside the boards
  level: number;
  name: string;
  kind: string;
  unit?: string; // as it is typed
  side: string | null;
  states: string[];
  count?: number; // so many are concealed there
  on_hexside?: boolean;
}

export interface Save {
  boards: SavedBoard[];
  pieces: SavedPiece[];
  beside: SavedPiece[];
  unknown: SavedPiece[];
  notes: string[];
}

const ofMen = new Set(['squad', 'half-squad', 'crew', 'leader', 'hero']);

export const areMen = ({ kind }: SavedPiece): boolean => ofMen.has(kind);

/** Whether it is somebody who fights, not a weapon or a marker; who is concealed is one. */
export const fights = (piece: SavedPiece): boolean =>
  areMen(piece) || piece.kind === 'vehicle' || piece.kind === 'gun' || piece.count !== undefined;

/** "1 counter", "3 counters". */
export const countersOf = (count: number): string => (count === 1 ? '1 counter' : `${count} counters`);

/** What it is called, in as few words as say it: a unit by its figures. */
export const calledOf = ({ name, unit, count }: SavedPiece): string =>
  count !== undefined ? '?' : unit ? unit.replace(/^(hs|crew|hero):/, '') : name;

/** The sides that fight on the boards, those with more pieces first. */
export function sidesOf({ pieces }: Save): string[] {
  const counts = new Map<string, number>();
  for (const { side } of pieces.filter(fights)) if (side) counts.set(side, (counts.get(side) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([side]) => side);
}
