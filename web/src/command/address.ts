import { carried, opened, type CarriedFile } from './carried';

// The address's hash is the question: the line as it is typed, with no more encoded than must be. Files of text that a question needs follow
// it, compressed: `#assault chateau.toml%0A=z.eJw...`. Links of earlier versions have them as they are, each after a line with its name:
// `#assault chateau.toml%0A== chateau.toml%0Aschema = 1...`.

export interface Address {
  line: string;
  files: CarriedFile[];
  isDamaged?: boolean; // its files cannot be read: a part of the link was lost on its way
}

const before = '\n=z.';

export function toHash({ line, files }: Address): string {
  const compressed = files.length ? carried(files) : null;
  const text = line + (compressed ? before + compressed : '');
  return text ? '#' + encodeURI(text).replaceAll('#', '%23').replaceAll("'", '%27') : '';
}

/** Whether a link can carry the files: of what is large it says the names only. */
export const canCarry = (files: CarriedFile[]): boolean => carried(files) !== null;

export function fromHash(hash: string): Address {
  const text = decoded(hash.replace(/^#/, ''));
  const at = text.indexOf(before);
  if (at < 0) return ofEarlier(text);
  const files = opened(text.slice(at + before.length));
  return { line: oneLine(text.slice(0, at)), files: files ?? [], ...(files ? {} : { isDamaged: true }) };
}

function ofEarlier(text: string): Address {
  const [line = '', ...parts] = text.split(/\n== /);
  const files = parts.map((part) => {
    const end = part.indexOf('\n');
    return end < 0 ? { name: part, text: '' } : { name: part.slice(0, end), text: part.slice(end + 1) };
  });
  return { line: oneLine(line), files };
}

const oneLine = (text: string): string => text.replaceAll('\n', ' ');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // somebody typed a % of his own
  }
}
