import { Inflate, zlibSync } from 'fflate';

// Files in a link: JSON, compressed by zlib, as base64 that an address takes as it is. Whoever makes a link may write what he likes there:
// what is read is bounded, and nothing is taken of what does not fit its own check.

export interface CarriedFile {
  name: string;
  text: string;
}

const longest = 32_000; // letters of a link's files: what is sent by a message is cut off at some length
const mostBytes = 1 << 20;
const mostFiles = 16;
const piece = 1 << 10; // bytes that are expanded at a time; they are no more than a thousand times as many then

/** The files for a link; null if that would be too long. */
export function carried(files: CarriedFile[]): string | null {
  const bytes = new TextEncoder().encode(JSON.stringify(files.map(({ name, text }) => [name, text])));
  if (bytes.length > mostBytes || files.length > mostFiles) return null;
  const text = base64(zlibSync(bytes, { level: 9 }));
  return text.length > longest ? null : text;
}

/** The files of a link; null if it is damaged, or holds more than any link that was made here. */
export function opened(text: string): CarriedFile[] | null {
  if (text.length > longest) return null;
  try {
    const bytes = expanded(bytesOf(text));
    return bytes && filesOf(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    return null;
  }
}

function filesOf(json: unknown): CarriedFile[] | null {
  const isFile = (each: unknown): each is [string, string] =>
    Array.isArray(each) && each.length === 2 && each.every((part) => typeof part === 'string');
  if (!Array.isArray(json) || json.length > mostFiles || !json.every(isFile)) return null;
  return json.map(([name, text]) => ({ name, text }));
}

/** What was compressed; null if it is not whole, not what it was, or too large. */
function expanded(zlib: Uint8Array): Uint8Array | null {
  const header = 2;
  const check = 4;
  const body = zlib.subarray(header, -check);
  const parts: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  const inflate = new Inflate((part, isLast) => {
    parts.push(part);
    size += part.length;
    isWhole = isLast;
  });
  for (let at = 0; at < body.length; at += piece) {
    inflate.push(body.subarray(at, at + piece), at + piece >= body.length);
    if (size > mostBytes) return null;
  }
  const bytes = new Uint8Array(size);
  parts.reduce((at, part) => (bytes.set(part, at), at + part.length), 0);
  const told = zlib.subarray(-check).reduce((sum, byte) => sum * 256 + byte, 0);
  return isWhole && adler(bytes) === told ? bytes : null;
}

/** Adler-32, as zlib ends with it. */
function adler(bytes: Uint8Array): number {
  const modulus = 65521;
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % modulus;
    b = (b + a) % modulus;
  }
  return b * 65536 + a;
}

function base64(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
