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
  understood?: string; // what was read from words
  inputs: Record<string, unknown>;
  firepower?: number; // of an attack by units
  to_hit?: number; // of a shot at a vehicle
  to_kill_hull?: number;
  to_kill_turret?: number;
  headline: string;
  headline_odds: HeadlineOdds[];
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

/** A part of the headline: "kills", "3%". */
export interface HeadlineOdds {
  words: string;
  odds: string;
}

const telling = /^breaks/; // an effect is a pinned unit, too: who breaks is what is asked first

/** The odds of the headline, the most telling ones first. */
export function mostTelling(parts: HeadlineOdds[]): HeadlineOdds[] {
  const first = parts[0]?.words === 'some effect' ? parts.findIndex(({ words }) => telling.test(words)) : -1;
  return first < 0 ? parts : [parts[first]!, ...parts.filter((_, i) => i !== first)];
}
