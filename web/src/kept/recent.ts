import { kept } from './kept';

const most = 20;

/** The last questions, newest first. */
export const recent = kept<string[]>('recent', []);

export function remember(line: string): void {
  if (line) recent.value = [line, ...recent.value.filter((other) => other !== line)].slice(0, most);
}

export const forget = (): void => void (recent.value = []);
