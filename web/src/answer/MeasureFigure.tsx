import { distribution } from '../pictures';
import type { Measure } from './answer';
import { Figure } from './Figure';
import { number } from './odds';
import { OddsTable } from './OddsTable';

/** A whole number a trial: how likely each value is. */
export const MeasureFigure = ({ measure, simulated }: { measure: Measure; simulated: boolean }) => (
  <Figure
    title={measure.name}
    note={`mean ${number(measure.exact_mean ?? measure.mean)}`}
    table={<OddsTable rows={measure.distribution.map((each) => ({ ...each, label: String(each.value) }))} simulated={simulated} />}
    draw={(width) => distribution(measure, { width })}
  />
);
