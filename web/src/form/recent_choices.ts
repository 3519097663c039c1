import { kept } from '../kept/kept';

const chosen = kept<Record<string, string[]>>('choices', {});

export const recentChoices = (key: string): string[] => chosen.value[key] ?? [];

export function rememberChoice(key: string, word: string): void {
  const others = recentChoices(key).filter((other) => other !== word);
  chosen.value = { ...chosen.value, [key]: [word, ...others].slice(0, 6) };
}
