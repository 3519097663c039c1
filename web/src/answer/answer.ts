// The JSON of the program: see docs/json.md.

export interface Odds {
  exact: number | null;
  estimate: number | null;
  low: number | null;
  high: number | null;
  count?: number | null;
}

export interface Event extends Odds {
  name: string;
}

export interface Measure {
  name: string;
  exact_mean: number | null;
  mean: number | null;
  standard_error: number | null;
  distribution: (Odds & { value: number })[];
}

export interface Modifier {
  amount: number;
  reason: string;
  rule: string;
}

export interface Answer {
  question: string;
  inputs: Record<string, unknown>;
  method: string;
  trials: number;
  seed: number;
  events: Event[];
  measures: Measure[];
  modifiers: Modifier[];
  notes: string[];
  shown_trials?: string[][];
  firepower?: number;
  to_hit?: number;
  th_number?: number;
}

/** What only the text has: the headline, and in what situation. */
export interface Said {
  headline: string;
  situation: string[];
  factors: string[];
}

/** The first paragraph of the text (a line that is indented goes on), and the list that `--explain` adds before the modifiers. */
export function saidBy(text: string): Said {
  const [first = '', ...paragraphs] = text.split('\n\n');
  const [headline = '', ...situation] = lines(first);
  const list = paragraphs.find((paragraph) => paragraph.startsWith('- '));
  return { headline, situation, factors: list ? lines(list).map((line) => line.slice(2)) : [] };
}

function lines(paragraph: string): string[] {
  const whole: string[] = [];
  for (const line of paragraph.split('\n')) {
    if (line.startsWith('  ') && whole.length) whole[whole.length - 1] += ' ' + line.trim();
    else if (line.trim()) whole.push(line);
  }
  return whole;
}

/** The headline's parts: "kills 3%" is kills, 3%. */
export function headlineParts(headline: string): { words: string; odds: string }[] {
  return headline.split(', ').map((part) => {
    const found = /^(.*) ([<>~]?[\d.]+%)$/.exec(part);
    return found ? { words: found[1]!, odds: found[2]! } : { words: part, odds: '' };
  });
}
