import { useState } from 'preact/hooks';
import { answer, fresh, told, took } from '../ask/asking';
import { groupsOf } from '../pictures';
import { isNarrow } from '../shell/narrow';
import { Decisions } from './Decisions';
import { EventsFigure } from './EventsFigure';
import { Game } from './Game';
import { Simulation } from './Simulation';
import { MeasureFigure } from './MeasureFigure';
import { best, percent } from './odds';
import { Why } from './Why';
import './answer.css';

/** An answer's odds and measures. */
export function Odds() {
  const [all, showAll] = useState(false);
  const [isUnfolded, unfold] = useState(false);
  const a = answer.value;
  if (!a) return null;
  const simulated = a.trials > 0;
  const groups = groupsOf(a.events, all);
  const hidden = a.events.length - groups.reduce((sum, group) => sum + group.rows.length, 0);
  const measures = a.measures.filter((measure) => all || measure.distribution.filter((each) => (best(each) ?? 0) > 0).length > 1);
  const titles = [...groups.slice(1).map(({ title }) => title), ...measures.map(({ name }) => name)];
  const isFolded = isNarrow.value && !isUnfolded && titles.length > 1;
  return (
    <section class={`answer ${fresh.value ? '' : 'stale'}`} id="odds" aria-label="The odds" data-took={Math.round(took.value)}>
      {told.value && <p class="told">Simulated, with 95% intervals: {told.value}.</p>}
      {a.summary.length > 0 && <p class="summary">{a.summary.join(' · ')}</p>}
      <div class="groups">
        {(isFolded ? groups.slice(0, 1) : groups).map((group) => (
          <EventsFigure key={group.title} group={group} simulated={simulated} />
        ))}
        {(isFolded ? [] : measures).map((measure) => (
          <MeasureFigure key={measure.name} measure={measure} simulated={simulated} />
        ))}
      </div>
      {isFolded && (
        <button type="button" class="chip quiet unfold" onClick={() => unfold(true)}>
          also: {titles.join(', ')}
        </button>
      )}
      {!isFolded && (hidden > 0 || all) && (
        <button type="button" class="chip quiet" aria-expanded={all} onClick={() => showAll(!all)}>
          {all ? 'Only what can be otherwise' : `${hidden} more that cannot be otherwise`}
        </button>
      )}
      {simulated && (
        <p class="small">
          {a.trials.toLocaleString('en')} trials, seed {a.seed}; the largest interval is ±{percent(widest(a.events))}.
        </p>
      )}
    </section>
  );
}

/** What stands behind them: what to do, why, the dice. */
export function Panels() {
  const a = answer.value;
  if (!a) return null;
  return (
    <div class={`panels ${fresh.value ? '' : 'stale'}`}>
      <Decisions answer={a} />
      <Why answer={a} />
      <Simulation answer={a} />
      <Game />
    </div>
  );
}

const widest = (events: { low: number | null; high: number | null }[]): number =>
  Math.max(0, ...events.map(({ low, high }) => ((high ?? 0) - (low ?? 0)) / 2));
