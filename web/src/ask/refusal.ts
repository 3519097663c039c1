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

/** `boxcars: [FILE, line 3, column 9: ]problem (why) instead`. */
export function refusalOf(stderr: string): Refusal {
  const lines = stderr.trim().split('\n');
  let text = (lines.filter((line) => line.startsWith('boxcars: ')).pop() ?? lines.pop() ?? '').replace(/^boxcars: /, '');
  const place = /^(.+?), line (\d+)(?:, column (\d+))?: /.exec(text);
  if (place) text = text.slice(place[0].length);
  const parts = /^([^(]*?) \((.*)\)[;,]? ?(.*)$/.exec(text) ?? /^(.*?);()\s*(.*)$/.exec(text);
  const refusal: Refusal = { field: null, problem: parts?.[1] ?? text, why: parts?.[2] ?? '', instead: parts?.[3] ?? '' };
  if (place) Object.assign(refusal, { file: place[1], line: Number(place[2]), column: place[3] ? Number(place[3]) : undefined });
  return refusal;
}
