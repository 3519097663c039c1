import { askJson } from '../ask/ask';
import { view } from '../ask/asking';
import { isSave } from '../board/boards';
import { fileOfBoard } from '../board/table';
import { join, split } from '../command/words';
import { files as opened, openFile } from '../kept/files';
import { go, line } from '../line/line';
import type { Save } from '../pictures/saved';

const many = 12; // of more files at once only the boards of the save are taken: they are a folder's
const mostFiles = 5000;

/** Opens files that were chosen or dropped together, a save and its boards, and goes where they are shown. */
export async function openTogether(all: File[]): Promise<void> {
  const isGame = ({ name }: File) => isSave(name);
  const names = await inTurn(all.filter(isGame), openFile);
  const game = names.at(-1) ?? split(line.value).find(isSave);
  const rest = all.filter((file) => !isGame(file));
  const taken = await inTurn(rest.length > many ? await boardsOf(game, rest) : rest, openFile);
  if (names.length) return go(join(['save', game!]), 'step');
  const first = taken[0];
  if (!first || (view.value === 'save' && game)) return;
  if (taken.every((name) => /\.vlog$/i.test(name))) return go(join(['luck', ...taken]), 'step');
  go(join([view.value === 'assault' && /\.toml$/i.test(first) ? 'assault' : 'board', first]), 'step');
}

async function inTurn<T, U>(all: T[], what: (each: T) => Promise<U>): Promise<U[]> {
  const results: U[] = [];
  for (const each of all) results.push(await what(each));
  return results;
}

/** Of many files the boards that a save is played on; without a save none. */
async function boardsOf(game: string | undefined, all: File[]): Promise<File[]> {
  if (!game || !opened.value.has(game)) return [];
  const outcome = await askJson<Save>(['save', game]);
  if (outcome.kind !== 'answer') return [];
  const found = outcome.answer.boards.map(({ board }) =>
    fileOfBoard(
      board,
      all.map(({ name }) => name),
    ),
  );
  return all.filter(({ name }) => found.includes(name));
}

/** The files that were dropped, those of folders, too. */
export async function filesDropped({ items, files }: DataTransfer): Promise<File[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? []); // now: later they are gone
  if (!entries.some(({ isDirectory }) => isDirectory)) return [...files];
  const found: File[] = [];
  for (const entry of entries) await gather(entry, found);
  return found;
}

async function gather(entry: FileSystemEntry, to: File[]): Promise<void> {
  if (to.length >= mostFiles) return;
  if (entry.isFile) return void to.push(await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)));
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject)); // a part at a time
    if (!some.length) return;
    for (const each of some) await gather(each, to);
  }
}
