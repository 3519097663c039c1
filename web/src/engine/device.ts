/** What a question may take of a device's memory. */

const small = 1 / 8; // of the budget of a computer

/**
 * Whether it is given less for exact odds: what needs more is simulated, sooner. A phone's browser would not say that there is no more memory,
 * but end the page.
 */
export function isSmallDevice(): boolean {
  const memory = (navigator as { deviceMemory?: number }).deviceMemory; // GB, at most 8; not every browser tells
  return (memory !== undefined && memory <= 4) || matchMedia('(pointer: coarse)').matches;
}

/** The part of the native budget for exact odds. */
export const budgetHere = (): number => (isSmallDevice() ? small : 1);

/** What is to be said here of a question that has too many states: that a computer takes more of them. */
export function budgetNote(why: string): string {
  if (!isSmallDevice() || !/\bstates\b/.test(why)) return '';
  return `That is the limit on a phone or a small device; a computer takes ${1 / small} times as many.`;
}
