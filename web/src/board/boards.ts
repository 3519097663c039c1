import { signal } from '@preact/signals';
import { askJson } from '../ask/ask';
import type { Refusal } from '../ask/refusal';
import { files } from '../kept/files';
import { standardGrid, type HexGrid } from '../pictures/hexes';
import type { Board, BoardImage } from '../pictures/map';
import type { Save, SavedBoard, SavedPiece } from '../pictures/saved';
import { stacks, stacksOf } from '../pictures/stacks';
import { isArchive, readPicture, type BoardPicture } from './archive';
import { boardsIn, fileOfBoard, tableOf } from './table';

/** A board or map that is shown: what the program says that its hexes hold, its picture if it has one. */
export interface Shown {
  name: string;
  asked: string[]; // how a question says that it is about it
  board: Board;
  grid: HexGrid;
  images?: BoardImage[];
  game?: Game;
}

/** A save's boards with all that is on them. */
export interface Game {
  save: Save;
  stacks: ReadonlyMap<string, SavedPiece[]>;
  counters: string; // as they are drawn
  missing: string[]; // boards whose files were not opened
}

export const isSave = (name: string): boolean => /\.vsav$/i.test(name);

const shownBoards = signal<ReadonlyMap<string, Shown | Refusal>>(new Map());
const bytesOf = new Map<string, unknown>(); // what was read of each: its file, or all that there were

/**
 * The board of a name: of a file that was opened, or what the program finds among them (20 is bd20); read once. Of a save what its viewer
 * may see: `--side Russian`.
 */
export function shownBoard(name: string, viewer: string[] = []): Shown | Refusal | undefined {
  const key = [name, ...viewer].join(' ');
  const bytes = isSave(name) ? files.value : (files.value.get(name) ?? files.value);
  if (bytesOf.get(key) !== bytes) {
    bytesOf.set(key, bytes);
    const put = (what: Shown | Refusal) => {
      if (bytesOf.get(key) === bytes) shownBoards.value = new Map(shownBoards.value).set(key, what);
    };
    void (isSave(name) ? loadSave(name, viewer, put) : load(name, files.value.get(name), put));
  }
  return shownBoards.value.get(key);
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

type Put = (what: Shown | Refusal) => void;

const failed = (words: string): Refusal => ({ field: null, problem: words, why: '', instead: '' });

const pictures = new WeakMap<Uint8Array, Promise<BoardPicture | null>>();

/** A board's picture, read once; null if there is none that can be shown: then its hexes are drawn. */
function pictureIn(bytes: Uint8Array, grid: HexGrid): Promise<BoardPicture | null> {
  const known = pictures.get(bytes) ?? readPicture(bytes, grid).catch(() => null);
  pictures.set(bytes, known);
  return known;
}

async function loadSave(name: string, viewer: string[], put: Put): Promise<void> {
  const outcome = await askJson<Save>(['save', name, ...viewer]);
  if (outcome.kind === 'refused') return put({ ...outcome.refusal, isLacking: !files.value.has(name) });
  if (outcome.kind !== 'answer') return put(failed(outcome.words));
  const save = outcome.answer;
  const { grid, images, missing } = await laidOut(save.boards);
  const all = stacksOf(grid, save.pieces);
  const board: Board = { board: name, columns: grid.columns, rows: grid.rows, hexes: [] };
  put({ name, asked: ['--save', name, ...viewer], board, grid, images, game: { save, stacks: all, counters: stacks(grid, all), missing } });
}

/** Boards as they lie on a table, with the pictures of those that were opened. */
async function laidOut(boards: SavedBoard[]): Promise<{ grid: HexGrid; images: BoardImage[]; missing: string[] }> {
  const { grid, laid } = tableOf(boards);
  const archives = boards.map(({ board }) => files.value.get(fileOfBoard(board, files.value.keys()) ?? ''));
  const images = await Promise.all(
    archives.map(async (bytes, i) => {
      const picture = bytes && isArchive(bytes) ? await pictureIn(bytes, standardGrid(33, 10)) : null;
      return picture ? [{ ...laid[i]!, href: picture.address }] : [];
    }),
  );
  const missing = boards.filter((_, i) => !archives[i]).map(({ board }) => board);
  return { grid, images: images.flat(), missing: [...new Set(missing)] };
}

async function load(name: string, opened: Uint8Array | undefined, put: Put): Promise<void> {
  const outcome = await askJson<Board>(['board', name, '--all']);
  if (outcome.kind === 'refused') return put({ ...outcome.refusal, isLacking: !opened });
  if (outcome.kind !== 'answer') return put(failed(outcome.words));
  const board = outcome.answer;
  const table = opened ? null : boardsIn(name);
  if (table) {
    const { grid, images, missing } = await laidOut(table);
    return put({ name, asked: ['--board', name], board, grid, ...(!missing.length && { images }) });
  }
  const bytes = opened ?? (await fileOf(name, board));
  const plain: Shown = { name, asked: ['--board', name], board, grid: standardGrid(board.columns, board.rows, board.first) };
  const picture = bytes && isArchive(bytes) ? await pictureIn(bytes, plain.grid) : null;
  if (!picture) return put(plain);
  const { address: href, grid } = picture;
  const size = { width: grid.width, height: grid.height };
  put({ ...plain, grid, images: [{ href, size, from: { x: 0, y: 0 }, to: { x: 0, y: 0, ...size } }] });
}

export const isShown = (board: Shown | Refusal | undefined): board is Shown => board !== undefined && 'board' in board;
