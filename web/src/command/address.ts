// The address's hash is the question: the line as it is typed, with no more encoded than must be. Files of text that a question needs
// follow it, each after a line with its name: `#assault chateau.toml%0A== chateau.toml%0Aschema = 1...`.

export interface Address {
  line: string;
  files: { name: string; text: string }[];
}

export function toHash({ line, files }: Address): string {
  const text = [line, ...files.map((file) => `== ${file.name}\n${file.text}`)].join('\n');
  return text ? '#' + encodeURI(text).replaceAll('#', '%23').replaceAll("'", '%27') : '';
}

export function fromHash(hash: string): Address {
  const [line = '', ...parts] = decoded(hash.replace(/^#/, '')).split(/\n== /);
  const files = parts.map((part) => {
    const end = part.indexOf('\n');
    return end < 0 ? { name: part, text: '' } : { name: part.slice(0, end), text: part.slice(end + 1) };
  });
  return { line: line.replaceAll('\n', ' '), files };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // somebody typed a % of his own
  }
}
