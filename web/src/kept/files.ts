import { signal } from '@preact/signals';
import { engine } from '../engine/engine';

// Boards, maps and assaults that were opened: kept on the device (IndexedDB), given to the engine under their names.

export const files = signal<ReadonlyMap<string, Uint8Array>>(new Map());

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
}

/** For as long as the page is open: a link's files do not overwrite those that are kept. */
export function hold(name: string, bytes: Uint8Array): void {
  files.value = new Map(files.value).set(name, bytes);
  engine.writeFile(name, bytes);
}

export function addFile(name: string, bytes: Uint8Array): void {
  const old = files.value.get(name);
  if (old && old.length === bytes.length && old.every((byte, i) => byte === bytes[i])) return;
  hold(name, bytes);
  void change((store) => store.put(bytes, name));
}

export function forgetFile(name: string): void {
  const rest = new Map(files.value);
  rest.delete(name);
  files.value = rest;
  void change((store) => store.delete(name));
}

export const addText = (name: string, text: string): void => addFile(name, new TextEncoder().encode(text));

export function textOf(name: string): string | undefined {
  const bytes = files.value.get(name);
  return bytes && new TextDecoder().decode(bytes);
}

/** A file that the user chose or dropped; its name without folders. */
export async function openFile(file: File): Promise<string> {
  const name = file.name.replace(/^.*[\\/]/, '');
  addFile(name, new Uint8Array(await file.arrayBuffer()));
  return name;
}
