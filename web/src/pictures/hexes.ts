// Where the hexes of a board are: flat tops; columns B, D, ... half a hex higher, with one hex more. Most boards begin at A1.

export interface HexGrid {
  columns: number;
  rows: number;
  first: Place; // the hex that stands first in the first column: Q1 of some
  hexWidth: number; // from one column's centre to the next
  hexHeight: number;
  left: number; // the first hex's centre
  top: number;
  width: number; // of the picture
  height: number;
  names?: HexNames; // of a table of boards
}

/** On a table of several boards the hexes are called as those have them: 57-H9; where two meet a hex has two names. */
export interface HexNames {
  places: ReadonlyMap<string, Place>;
  nameOf: (place: Place) => string;
}

export interface Place {
  column: number;
  row: number;
}

/** The grid of a board of which nothing else is known; `first` is the name of its first hex. */
export function standardGrid(columns: number, rows: number, first = 'A1'): HexGrid {
  const hexWidth = 56.25;
  const hexHeight = 64.5;
  return {
    columns,
    rows,
    first: placeOf(first) ?? { column: 0, row: 0 },
    hexWidth,
    hexHeight,
    left: 0,
    top: hexHeight / 2,
    width: hexWidth * Math.max(1, columns - 1),
    height: hexHeight * rows,
  };
}

export function nameOf({ column, row }: Place): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return letter.repeat(Math.floor(column / 26) + 1) + (column % 2 === 1 ? row : row + 1);
}

export function placeOf(name: string): Place | null {
  const found = /^(([A-Z])\2*)(\d+)$/.exec(name);
  if (!found) return null;
  const column = found[2]!.charCodeAt(0) - 65 + 26 * (found[1]!.length - 1);
  return { column, row: Number(found[3]) - (column % 2 === 1 ? 0 : 1) };
}

export const placeOn = ({ names }: HexGrid, name: string): Place | null => (names ? (names.places.get(name) ?? null) : placeOf(name));

export const nameOn = ({ names }: HexGrid, place: Place): string => (names ? names.nameOf(place) : nameOf(place));

/** A hex as this map calls it, however it was typed: with its board, with a level. */
export function calledOn(grid: HexGrid, typed: string): string | undefined {
  const place = placeOn(grid, typed.replace(/\.-?\d+$/, ''));
  return place ? nameOn(grid, place) : undefined;
}

export const rowsIn = (grid: HexGrid, column: number): number => grid.rows + (column % 2);

export function centerOf({ first, left, top, hexWidth, hexHeight }: HexGrid, { column, row }: Place): { x: number; y: number } {
  return { x: left + hexWidth * (column - first.column), y: top + hexHeight * (row - first.row) - (column % 2 === 1 ? hexHeight / 2 : 0) };
}

/** The hex of the board that is nearest to a place, if that is beyond its edges. */
export function within(grid: HexGrid, { column, row }: Place): Place {
  const { first } = grid;
  const inside = (at: number, from: number, count: number) => Math.min(from + count - 1, Math.max(from, at));
  const itsColumn = inside(column, first.column, grid.columns);
  return { column: itsColumn, row: inside(row, first.row, rowsIn(grid, itsColumn)) };
}

/** The six corners of a hex, as an SVG path. */
export function outline(grid: HexGrid, place: Place): string {
  const { x, y } = centerOf(grid, place);
  const far = (grid.hexWidth * 2) / 3;
  const near = far / 2;
  const half = grid.hexHeight / 2;
  const corners = [
    [x - near, y - half],
    [x + near, y - half],
    [x + far, y],
    [x + near, y + half],
    [x - near, y + half],
    [x - far, y],
  ];
  return 'M' + corners.map(([a, b]) => `${a!.toFixed(1)} ${b!.toFixed(1)}`).join('L') + 'Z';
}

/** The hex whose centre is nearest to a point. */
export function hexAt(grid: HexGrid, x: number, y: number): Place {
  const near = grid.first.column + Math.round((x - grid.left) / grid.hexWidth);
  let best: Place = grid.first;
  let least = Infinity;
  for (let column = near - 1; column <= near + 1; ++column) {
    const shift = column % 2 === 0 ? 0 : grid.hexHeight / 2;
    const place = within(grid, { column, row: grid.first.row + Math.round((y - grid.top + shift) / grid.hexHeight) });
    const center = centerOf(grid, place);
    const far = (center.x - x) ** 2 + (center.y - y) ** 2;
    if (far < least) [least, best] = [far, place];
  }
  return best;
}

export function* places(grid: HexGrid): Generator<Place> {
  const { first, columns } = grid;
  for (let column = first.column; column < first.column + columns; ++column)
    for (let row = first.row; row < first.row + rowsIn(grid, column); ++row) yield { column, row };
}
