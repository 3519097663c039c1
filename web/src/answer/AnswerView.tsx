import { useState } from 'preact/hooks';
import { answer, fresh, told, took } from '../ask/asking';
import { budgetNote } from '../engine/device';
import { kept } from '../kept/kept';
import { groupsOf } from '../pictures';
import type { Answer } from './answer';
import { Dice } from './Dice';
import { EventsFigure } from './EventsFigure';
import { MeasureFigure } from './MeasureFigure';
import { best, percent } from './odds';
import { Why } from './Why';
import './answer.css';

/** Whether the charts are open: as they were left. */
export const chartsOpen = kept('charts', false);

/** What an answer says besides its headline; all its odds on demand. */
export function Odds() {
  const a = answer.value;
  if (!a) return null;
  return (
    <section class={`answer ${fresh.value ? '' : 'stale'}`} id="odds" aria-label="The odds" data-took={Math.round(took.value)}>
      {told.value && (
        <p class="told">
          Simulated, with 95% intervals: {told.value}. {budgetNote(told.value)}
        </p>
      )}
      {a.summary.length > 0 && (
        <ul class="summary">
          {a.summary.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      <details class="panel charts" open={chartsOpen.value} onToggle={({ currentTarget }) => (chartsOpen.value = currentTarget.open)}>
        <summary>All the odds</summary>
        {chartsOpen.value && <Charts of={a} />}
      </details>
      {a.trials > 0 && (
        <p class="small">
          {a.trials.toLocaleString('en')} trials, seed {a.seed}; the widest interval is ±{percent(widest(a.events))}.
        </p>
      )}
    </section>
  );
}

/** Every event and measure. */
function Charts({ of: { events, measures, trials } }: { of: Answer }) {
  const [all, showAll] = useState(false);
  const simulated = trials > 0;
  const groups = groupsOf(events, all);
  const hidden = events.length - groups.reduce((sum, group) => sum + group.rows.length, 0);
  const isUncertain = ({ distribution }: (typeof measures)[number]) => distribution.filter((each) => (best(each) ?? 0) > 0).length > 1;
  return (
    <>
      <div class="groups">
        {groups.map((group) => (
          <EventsFigure key={group.title} group={group} simulated={simulated} />
        ))}
        {measures
          .filter((measure) => all || isUncertain(measure))
          .map((measure) => (
            <MeasureFigure key={measure.name} measure={measure} simulated={simulated} />
          ))}
      </div>
      {(hidden > 0 || all) && (
        <button type="button" class="chip quiet" aria-expanded={all} onClick={() => showAll(!all)}>
          {all ? 'hide what is certain' : `${hidden} more at 0% or 100%`}
        </button>
      )}
    </>
  );
}

/** What stands behind them: why, the dice. */
export function Panels() {
  const a = answer.value;
  if (!a) return null;
  return (
    <div class={`panels ${fresh.value ? '' : 'stale'}`}>
      <Why answer={a} />
      <Dice answer={a} />
    </div>
  );
}

const widest = (events: { low: number | null; high: number | null }[]): number =>
  Math.max(0, ...events.map(({ low, high }) => ((high ?? 0) - (low ?? 0)) / 2));
