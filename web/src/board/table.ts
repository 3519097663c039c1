import { centerOf, nameOf, places, standardGrid, type HexGrid, type Place } from '../pictures/hexes';
import type { BoardImage } from '../pictures/map';
import type { SavedBoard } from '../pictures/saved';

// Boards as they lie on the table of a save: each in its column and row, turned or not, whole or cut. They are geomorphic ones.

const printed = standardGrid(33, 10);

/** Where each board lies, in the order of the save. */
function laidOut(boards: SavedBoard[]): Omit<BoardImage, 'href'>[] {
  const widthOf = ({ width }: SavedBoard) => width ?? printed.width;
  const heightOf = ({ height }: SavedBoard) => height ?? printed.height;
  const before = (end: number, at: (board: SavedBoard) => number, size: (board: SavedBoard) => number) => {
    const sizes = new Map<number, number>();
    for (const board of boards) if (at(board) < end) sizes.set(at(board), Math.max(sizes.get(at(board)) ?? 0, size(board)));
    return [...sizes.values()].reduce((sum, each) => sum + each, 0);
  };
  return boards.map((board) => ({
    size: { width: printed.width, height: printed.height },
    from: { x: board.left ?? 0, y: board.top ?? 0 },
    to: {
      x: before(board.column, ({ column }) => column, widthOf),
      y: before(board.row, ({ row }) => row, heightOf),
      width: widthOf(board),
      height: heightOf(board),
    },
    isTurned: board.reversed,
  }));
}

/** Where a point of a board is on the table; null if it was cut off. */
function onTable({ from, to, isTurned }: Omit<BoardImage, 'href'>, x: number, y: number): { x: number; y: number } | null {
  const slack = 3; // pixels: hexes lie on the edges
  const [over, down] = [x - from.x, y - from.y];
  if (over < -slack || down < -slack || over > to.width + slack || down > to.height + slack) return null;
  return { x: to.x + (isTurned ? to.width - over : over), y: to.y + (isTurned ? to.height - down : down) };
}

const keyOf = ({ column, row }: Place): string => `${column},${row}`;

export interface Table {
  grid: HexGrid;
  laid: Omit<BoardImage, 'href'>[];
}

/** The hexes of the whole table, each called as the board calls it that it is of: 57-H9. */
export function tableOf(boards: SavedBoard[]): Table {
  const laid = laidOut(boards);
  const width = Math.max(0, ...laid.map(({ to }) => to.x + to.width));
  const height = Math.max(0, ...laid.map(({ to }) => to.y + to.height));
  const found = boards.flatMap(({ board }, i) =>
    [...places(printed)].flatMap((place) => {
      const { x, y } = centerOf(printed, place);
      const at = onTable(laid[i]!, x, y);
      return at ? [{ ...at, board, hex: nameOf(place) }] : [];
    }),
  );
  const { hexWidth, hexHeight } = printed;
  const columnOf = (x: number) => Math.round(x / hexWidth);
  const isRaised = (y: number) => Math.round((2 * y) / hexHeight) % 2 === 0;
  const shift = found[0] && (columnOf(found[0].x) % 2 === 1) !== isRaised(found[0].y) ? 1 : 0; // the first column may be a raised one
  const names = new Map<string, Place>();
  const nameAt = new Map<string, string>();
  const twice = new Set<string>();
  for (const { x, y, board, hex } of found) {
    const column = columnOf(x) + shift;
    const place = { column, row: Math.round((y - (column % 2 === 1 ? 0 : hexHeight / 2)) / hexHeight) };
    const bare = names.get(hex);
    if (bare && keyOf(bare) !== keyOf(place)) twice.add(hex);
    names
      .set(hex, place)
      .set(`${board}-${hex}`, place)
      .set(`${board.replace(/^0+(?=.)/, '')}-${hex}`, place);
    nameAt.set(keyOf(place), boards.length > 1 ? `${board.replace(/^0+(?=.)/, '')}-${hex}` : hex);
  }
  for (const hex of twice) names.delete(hex);
  const grid: HexGrid = {
    ...printed,
    columns: Math.round(width / hexWidth) + 1,
    rows: Math.round(height / hexHeight),
    first: { column: shift, row: 0 },
    width,
    height,
    names: { places: names, nameOf: (place) => nameAt.get(keyOf(place)) ?? nameOf(place) },
  };
  return { grid, laid };
}

const fileName = /^bd0*(.+?)(?:\.zip)?$/i;

/** The file of a board among those that were opened: bd04 is board 4. */
export function fileOfBoard(board: string, names: Iterable<string>): string | undefined {
  const number = board.replace(/^0+(?=.)/, '').toLowerCase();
  return [...names].find((name) => fileName.exec(name)?.[1]?.toLowerCase() === number);
}

/** Boards as a line has them: 1+6r are side by side, 20r/21 one above the other; null if it is one as printed. */
export function boardsIn(name: string): SavedBoard[] | null {
  const rows = name.split('/').map((row) => row.split('+'));
  const boards = rows.flatMap((each, row) =>
    each.map((word, column) => {
      const [, board = word, turned] = /^(?:bd)?0*(.+?)(r?)$/i.exec(word) ?? [];
      return { board, reversed: turned !== '', row, column };
    }),
  );
  return boards.length > 1 || boards[0]?.reversed ? boards : null;
}
