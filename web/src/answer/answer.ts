// The JSON of the program with --explain: see docs/json.md.

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

export interface Decision {
  turn: number;
  shot: string;
  situation: string;
  probability: number;
  best: string;
  choices: { target: string; exact: number }[];
}

export interface Answer {
  question: string;
  inputs: Record<string, unknown>;
  headline: string;
  summary: string[];
  factors: string[];
  method: string;
  trials: number;
  seed: number;
  events: Event[];
  measures: Measure[];
  modifiers: Modifier[];
  notes: string[];
  decisions?: Decision[];
  shown_trials?: string[][];
}

/** The headline's parts: "kills 3%" is kills, 3%. */
export function headlineParts(headline: string): { words: string; odds: string }[] {
  return headline.split(', ').map((part) => {
    const found = /^(.*) ([<>~]?[\d.]+%)$/.exec(part);
    return found ? { words: found[1]!, odds: found[2]! } : { words: part, odds: '' };
  });
}
