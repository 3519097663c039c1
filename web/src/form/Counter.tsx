import { counter } from '../pictures';

/** A unit as a counter; its words stand in what it is in. */
export const Counter = ({ unit, size = 56 }: { unit: string; size?: number }) => (
  <img class="counter" alt="" width={size} height={size} src={'data:image/svg+xml,' + encodeURIComponent(counter(unit, size))} />
);
