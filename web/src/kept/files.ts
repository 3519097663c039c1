import { signal } from '@preact/signals';
import { engine } from '../engine/engine';
import { kept } from './kept';

// Boards, maps and assaults that were opened: kept on the device (IndexedDB), given to the engine under their names.

export const files = signal<ReadonlyMap<string, Uint8Array>>(new Map());

/** What is kept has been read: before, no file can be told to be free. */
export const areLoaded = signal(false);

const table = 'files';

function database(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('boxcars', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(table);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function change(what: (store: IDBObjectStore) => void): Promise<void> {
  try {
    what((await database()).transaction(table, 'readwrite').objectStore(table));
  } catch {
    // not allowed here: the files last as long as the page
  }
}

export async function loadFiles(): Promise<void> {
  try {
    const store = (await database()).transaction(table).objectStore(table);
    await new Promise<void>((resolve, reject) => {
      const request = store.openCursor();
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const cursor = request.result;
        if (!cursor) return resolve();
        hold(String(cursor.key), cursor.value as Uint8Array);
        cursor.continue();
      };
    });
  } catch {
    // none
  }
  areLoaded.value = true;
}

const longestName = 100; // letters

/** A file's name without folders, and as a word of a line: no option, and nothing that cannot be seen. */
export function plainName(name: string): string {
  const own = name
    .replace(/^.*[\\/]/s, '')
    .replace(/\p{C}/gu, '')
    .replace(/^-+|^\.+$/g, '');
  return own.slice(-longestName) || 'file';
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);

/** The name that a file can have here: its own, or one like it, so that no other file is lost. */
export function nameFor(named: string, bytes: Uint8Array): string {
  const name = plainName(named);
  const [, stem = name, end = ''] = /^(.+?)(\.[^.]*)?$/.exec(name) ?? [];
  for (let i = 1; ; ++i) {
    const free = i === 1 ? name : `${stem}-${i}${end}`;
    const there = files.value.get(free);
    if (!there || isSame(there, bytes)) return free;
  }
}

/** For as long as the page is open: what a link brings is kept when it is edited. */
export function hold(name: string, bytes: Uint8Array): void {
  files.value = new Map(files.value).set(name, bytes);
  engine.writeFile(name, bytes);
}

export function addFile(name: string, bytes: Uint8Array): void {
  const old = files.value.get(name);
  if (!old || !isSame(old, bytes)) hold(name, bytes);
  void change((store) => store.put(bytes, name));
}

export function forgetFile(name: string): void {
  const rest = new Map(files.value);
  rest.delete(name);
  files.value = rest;
  engine.forgetFile(name);
  edited.value = edited.value.filter((other) => other !== name);
  void change((store) => store.delete(name));
}

/** Files that were written here, so that they are nowhere else. */
const edited = kept<string[]>('edited', []);

/** A text as it was typed here. */
export function editText(name: string, text: string): void {
  addFile(name, new TextEncoder().encode(text));
  if (!edited.value.includes(name)) edited.value = [...edited.value, name];
}

/** A text that is nobody's own: under its name, or one like it. */
export function addText(name: string, text: string): string {
  const bytes = new TextEncoder().encode(text);
  const free = nameFor(name, bytes);
  addFile(free, bytes);
  return free;
}

export function textOf(name: string): string | undefined {
  const bytes = files.value.get(name);
  return bytes && new TextDecoder().decode(bytes);
}

/** A file that the user chose or dropped; its name without folders. It replaces an older one, but none that was edited here. */
export async function openFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const own = plainName(file.name);
  const name = edited.value.includes(own) ? nameFor(own, bytes) : own;
  addFile(name, bytes);
  return name;
}
