import type { Odds } from './answer';

/** The best that is known of odds. */
export const best = ({ exact, estimate }: Odds): number | null => exact ?? estimate;

/** Odds as percents: two decimals, and three digits of what is rare, or rarely not so. */
export function percent(p: number | null | undefined): string {
  if (p === null || p === undefined) return '–';
  if (p === 0) return '0%';
  if (p === 1) return '100%';
  const edge = 100 * Math.min(p, 1 - p);
  const decimals = edge >= 1 ? 2 : Math.min(12, 2 - Math.floor(Math.log10(edge)));
  return (100 * p).toFixed(decimals) + '%';
}

/** Simulated odds, with no more digits than their interval supports. */
export function simulatedPercent({ estimate, low, high }: { estimate: number | null; low: number | null; high: number | null }): string {
  if (estimate === null || low === null || high === null || high === low) return percent(estimate);
  const decimals = Math.ceil(-Math.log10(50 * (high - low)));
  return (100 * estimate).toFixed(Math.min(12, Math.max(0, decimals))) + '%';
}

/** Simulated odds where there are no exact ones. */
export const oddsPercent = (odds: Odds): string => (odds.exact === null ? simulatedPercent(odds) : percent(odds.exact));

/** To whole percents, but never 0 or 100% of what can be otherwise. */
export function roundPercent(p: number): string {
  if (p > 0 && p < 0.005) return '<1%';
  if (p < 1 && p > 0.995) return '>99%';
  return Math.round(100 * p) + '%';
}

/** For a cell of a grid: without the sign, with a decimal as far as the interval supports it. */
export function cellPercent(odds: Odds): string {
  const p = best(odds);
  if (p === null) return '';
  if (odds.exact === null) return simulatedPercent({ ...odds, estimate: p }).slice(0, -1);
  if (p > 0 && p < 0.0095) return (100 * p).toPrecision(2);
  return p < 1 && p > 0.9995 ? '>99.9' : (100 * p).toFixed(1);
}

/** A difference of odds, in points. */
export function points(d: number | null): string {
  if (d === null) return '–';
  return (d > 0 ? '+' : d < 0 ? '−' : '±') + Math.abs(100 * d).toFixed(2);
}

export function number(x: number | null): string {
  if (x === null) return '–';
  return x !== 0 && Math.abs(x) < 0.01 ? x.toPrecision(3) : x.toFixed(Math.abs(x) < 10 ? 3 : 1);
}

/** In as few letters as may be: for where there is little room. */
export const shortPercent = (p: number): string => (p >= 0.0995 ? (100 * p).toFixed(0) : (100 * p).toPrecision(p >= 0.00995 ? 2 : 1)) + '%';

/** With its sign: of a DRM. */
export const signed = (amount: number): string => (amount < 0 ? '−' : '+') + Math.abs(amount);
