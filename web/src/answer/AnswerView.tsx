import { useState } from 'preact/hooks';
import { answer, fresh, said, told, took } from '../ask/asking';
import { distribution, groupsOf } from '../pictures';
import { EventsFigure } from './EventsFigure';
import { Figure } from './Figure';
import { Game } from './Game';
import { Simulation } from './Simulation';
import { OddsTable } from './OddsTable';
import { number, percent } from './odds';
import { Why } from './Why';
import './answer.css';

/** Everything of an answer beneath its headline. */
export function AnswerView() {
  const [all, showAll] = useState(false);
  const a = answer.value;
  if (!a) return null;
  const simulated = a.trials > 0;
  const groups = groupsOf(a.events, all);
  const hidden = a.events.length - groups.reduce((sum, group) => sum + group.rows.length, 0);
  const measures = a.measures.filter(
    (measure) => all || measure.distribution.filter((each) => (each.exact ?? each.estimate ?? 0) > 0).length > 1,
  );
  return (
    <section class={`answer ${fresh.value ? '' : 'stale'}`} id="odds" aria-label="The odds" data-took={Math.round(took.value)}>
      {told.value && <p class="told">Simulated, with 95% intervals: {told.value}.</p>}
      {(said.value?.situation.length ?? 0) > 0 && <p class="situation">{said.value!.situation.join(' · ')}</p>}
      <div class="groups">
        {groups.map((group) => (
          <EventsFigure key={group.title} group={group} simulated={simulated} />
        ))}
        {measures.map((measure) => (
          <Figure
            key={measure.name}
            title={measure.name}
            note={`mean ${number(measure.exact_mean ?? measure.mean)}`}
            table={<OddsTable rows={measure.distribution.map((each) => ({ ...each, label: String(each.value) }))} simulated={simulated} />}
            draw={(width) => distribution(measure, { width })}
          />
        ))}
      </div>
      {(hidden > 0 || all) && (
        <button type="button" class="chip quiet" aria-expanded={all} onClick={() => showAll(!all)}>
          {all ? 'Only what can be otherwise' : `${hidden} more that cannot be otherwise`}
        </button>
      )}
      <div class="panels">
        <Why answer={a} factors={said.value?.factors ?? []} />
        <Simulation answer={a} />
        <Game />
      </div>
      {simulated && (
        <p class="small">
          {a.trials.toLocaleString('en')} trials, seed {a.seed}; the largest interval is ±{percent(widest(a.events))}.
        </p>
      )}
    </section>
  );
}

const widest = (events: { low: number | null; high: number | null }[]): number =>
  Math.max(0, ...events.map(({ low, high }) => ((high ?? 0) - (low ?? 0)) / 2));
