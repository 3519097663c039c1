import { kept } from './kept';

const most = 20;

/** The last questions that were answered, newest first. */
export const recent = kept<string[]>('recent', []);

/** One more; a line that it only goes on with was half typed. */
export function remember(line: string): void {
  const [last, ...before] = recent.value;
  const others = last !== undefined && line.startsWith(last + ' ') ? before : recent.value;
  if (line) recent.value = [line, ...others.filter((other) => other !== line)].slice(0, most);
}

export const forget = (): void => void (recent.value = []);
