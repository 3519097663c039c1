import { signal } from '@preact/signals';

// As in shell.css: with less, form and odds have one column.
const one = matchMedia('(max-width: 59.99rem)');

/** Whether everything stands in one column: a phone, where what comes after the first odds is folded. */
export const isNarrow = signal(one.matches);
one.addEventListener('change', () => (isNarrow.value = one.matches));
