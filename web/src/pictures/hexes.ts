// Where the hexes of a board are: flat tops, column A first, odd columns half a hex higher with one hex more.

export interface HexGrid {
  columns: number;
  rows: number;
  hexWidth: number; // from one column's centre to the next
  hexHeight: number;
  left: number; // A1's centre
  top: number;
  width: number; // of the picture
  height: number;
}

export interface Place {
  column: number;
  row: number;
}

/** The grid of a board of which nothing else is known. */
export function standardGrid(columns: number, rows: number): HexGrid {
  const hexWidth = 56.25;
  const hexHeight = 64.5;
  return {
    columns,
    rows,
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

export const rowsIn = (grid: HexGrid, column: number): number => grid.rows + (column % 2);

export function centerOf(grid: HexGrid, { column, row }: Place): { x: number; y: number } {
  return { x: grid.left + grid.hexWidth * column, y: grid.top + grid.hexHeight * row - (column % 2 === 1 ? grid.hexHeight / 2 : 0) };
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
  const near = Math.round((x - grid.left) / grid.hexWidth);
  let best: Place = { column: 0, row: 0 };
  let least = Infinity;
  for (let column = Math.max(0, near - 1); column <= Math.min(grid.columns - 1, near + 1); ++column) {
    const shift = column % 2 === 1 ? grid.hexHeight / 2 : 0;
    const row = Math.min(rowsIn(grid, column) - 1, Math.max(0, Math.round((y - grid.top + shift) / grid.hexHeight)));
    const center = centerOf(grid, { column, row });
    const far = (center.x - x) ** 2 + (center.y - y) ** 2;
    if (far < least) [least, best] = [far, { column, row }];
  }
  return best;
}

export function* places(grid: HexGrid): Generator<Place> {
  for (let column = 0; column < grid.columns; ++column) for (let row = 0; row < rowsIn(grid, column); ++row) yield { column, row };
}
