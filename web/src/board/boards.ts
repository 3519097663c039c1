import { signal } from '@preact/signals';
import { askJson } from '../ask/ask';
import type { Refusal } from '../ask/refusal';
import { files } from '../kept/files';
import { standardGrid, type HexGrid } from '../pictures/hexes';
import type { Board } from '../pictures/map';
import { isArchive, readPicture } from './archive';

/** A board or map that is shown: what the program says that its hexes hold, its picture if it has one. */
export interface Shown {
  name: string;
  board: Board;
  grid: HexGrid;
  image?: string;
}

const shownBoards = signal<ReadonlyMap<string, Shown | Refusal>>(new Map());
const bytesOf = new Map<string, unknown>(); // what was read of each: its file, or all that there were

/** The board of a name: of a file that was opened, or what the program finds among them (20 is bd20); read once. */
export function shownBoard(name: string): Shown | Refusal | undefined {
  const bytes = files.value.get(name) ?? files.value;
  if (bytesOf.get(name) !== bytes) {
    bytesOf.set(name, bytes);
    void load(name, files.value.get(name));
  }
  return shownBoards.value.get(name);
}

/** The opened file that holds a board which was asked for by another name: the one that gives the same. */
async function fileOf(name: string, board: Board): Promise<Uint8Array | undefined> {
  const text = JSON.stringify(board);
  const likely = (file: string) => Number(file.includes(name));
  for (const [file, bytes] of [...files.value].sort(([a], [b]) => likely(b) - likely(a))) {
    if (!isArchive(bytes)) continue;
    const outcome = await askJson<Board>(['board', file, '--all']);
    if (outcome.kind === 'answer' && JSON.stringify(outcome.answer) === text) return bytes;
  }
  return undefined;
}

async function load(name: string, opened: Uint8Array | undefined): Promise<void> {
  const outcome = await askJson<Board>(['board', name, '--all']);
  const put = (what: Shown | Refusal) => void (shownBoards.value = new Map(shownBoards.value).set(name, what));
  if (outcome.kind === 'refused') return put({ ...outcome.refusal, isLacking: !opened });
  if (outcome.kind !== 'answer') return put({ field: null, problem: outcome.words, why: '', instead: '' });
  const board = outcome.answer;
  const bytes = opened ?? (await fileOf(name, board));
  const plain: Shown = { name, board, grid: standardGrid(board.columns, board.rows) };
  try {
    const picture = bytes && isArchive(bytes) ? await readPicture(bytes, board.columns, board.rows) : null;
    put(picture ? { ...plain, grid: picture.grid, image: picture.address } : plain);
  } catch {
    put(plain); // a picture that cannot be shown: the hexes are drawn
  }
}

export const isShown = (board: Shown | Refusal | undefined): board is Shown => board !== undefined && 'board' in board;
