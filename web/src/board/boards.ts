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
const bytesOf = new Map<string, Uint8Array>();

/** The board of a file that was opened; read once. */
export function shownBoard(name: string): Shown | Refusal | undefined {
  const bytes = files.value.get(name);
  if (!bytes) return undefined;
  if (bytesOf.get(name) !== bytes) {
    bytesOf.set(name, bytes);
    void load(name, bytes);
  }
  return shownBoards.value.get(name);
}

async function load(name: string, bytes: Uint8Array): Promise<void> {
  const outcome = await askJson<Board>(['board', name, '--all']);
  const put = (what: Shown | Refusal) => void (shownBoards.value = new Map(shownBoards.value).set(name, what));
  if (outcome.kind === 'refused') return put(outcome.refusal);
  if (outcome.kind !== 'answer') return put({ field: null, problem: outcome.words, why: '', instead: '' });
  const board = outcome.answer;
  const plain: Shown = { name, board, grid: standardGrid(board.columns, board.rows) };
  try {
    const picture = isArchive(bytes) ? await readPicture(bytes, board.columns, board.rows) : null;
    put(picture ? { ...plain, grid: picture.grid, image: picture.address } : plain);
  } catch {
    put(plain); // a picture that cannot be shown: the hexes are drawn
  }
}

export const isShown = (board: Shown | Refusal | undefined): board is Shown => board !== undefined && 'board' in board;
