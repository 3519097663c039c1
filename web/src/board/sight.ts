import { signed } from '../answer/odds';
import type { Refusal } from '../ask/refusal';
import { useAsked } from '../ask/useAsked';
import { commands } from '../describe/loaded';
import type { SightLine } from '../pictures/map';
import type { Shown } from './boards';

/** `boxcars los FROM TO --format json`. */
export interface Sight {
  from: string; // F3.1: level 1 of it
  to: string;
  range: number;
  blocked: boolean; // or it is not known
  known?: false;
  reason: string | null;
  at: string | null;
  hindrance: number;
  hindrances: { drm: number; hex: string; terrain: string }[];
  height_advantage: boolean;
  tem: number | null;
  terrain: string;
  hexside?: string;
  open_ground: boolean;
}

/** Whether lines of sight are known there: of VASL's boards, which have their terrain point by point. */
export const hasSights = ({ images, game }: Shown): boolean =>
  images !== undefined && !game?.missing.length && commands.value.includes('los');

const hexOf = (place: string): string => place.replace(/\..*$/, '');

/** The line of sight between two hexes of a board; or why nothing is known of it. */
export function useSight(shown: Shown | undefined, from: string | null | undefined, to: string | null | undefined): Sight | Refusal | null {
  const asks = shown && from && to && from !== to && hasSights(shown) ? ['los', from, to, ...shown.asked] : null;
  const { outcome, isFresh } = useAsked<Sight>(asks);
  if (!isFresh || !outcome) return null;
  if (outcome.kind === 'answer') return outcome.answer;
  return outcome.kind === 'refused' ? outcome.refusal : { field: null, problem: outcome.words, why: '', instead: '' };
}

export const isSight = (known: Sight | Refusal | null): known is Sight => known !== null && 'range' in known;

/** Of every hex that a hex sees its Hindrance; of those that it does not see null. */
export function useView(shown: Shown, from: string | null): ReadonlyMap<string, number | null> | undefined {
  const { outcome, isFresh } = useAsked<{ hexes: Sight[] }>(from && hasSights(shown) ? ['los', from, ...shown.asked] : null);
  const seen = isFresh && outcome?.kind === 'answer' ? outcome.answer : null;
  return seen ? new Map(seen.hexes.map((each) => [hexOf(each.to), each.blocked ? null : each.hindrance])) : undefined;
}

/** Of a line along which nothing is seen, or of which that is not known. */
export const unseenInWords = ({ known }: Sight): string => (known === false ? 'LOS not known' : 'no LOS');

/** What a line of sight is worth, or what blocks it. */
export function sightInWords(sight: Sight): string {
  if (sight.blocked)
    return `range ${sight.range}, ${unseenInWords(sight)}${sight.at ? ` at ${sight.at}` : ''}: ${sight.reason ?? 'blocked'}`;
  const words = [`range ${sight.range}`];
  const by = sight.hindrances.map(({ terrain, hex }) => `${terrain} in ${hex}`).join(', ');
  if (sight.hindrance > 0) words.push(`Hindrance ${signed(sight.hindrance)} (${by})`);
  if (sight.tem !== null) words.push(`TEM ${signed(sight.tem)} (${sight.hexside ?? sight.terrain})`);
  if (sight.height_advantage) words.push('Height Advantage +1');
  if (sight.open_ground) words.push('Open Ground');
  return words.join(', ');
}

/** For the map; `words` stand on it. */
export const lineOf = (sight: Sight, words: string): SightLine => ({
  from: hexOf(sight.from),
  to: hexOf(sight.to),
  isBlocked: sight.blocked,
  at: sight.at ? hexOf(sight.at) : undefined,
  words,
});
