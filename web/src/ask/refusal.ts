/** Why something was not answered: the program's own words. `field` is the key at fault, if one is. */
export interface Refusal {
  field: string | null;
  problem: string;
  why: string;
  instead: string;
  isLacking?: boolean; // nothing was given there yet
  line?: number; // of a file of text
  column?: number;
  file?: string;
}

/** A refusal in one line. */
export function told({ problem, why, instead }: Refusal): string {
  return problem + (why ? ` (${why})` : '') + (instead ? `; ${instead}` : '');
}
