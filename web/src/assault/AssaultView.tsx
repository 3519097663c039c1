import { useEffect, useState } from 'preact/hooks';
import type { Answer, Said } from '../answer/answer';
import { saidBy } from '../answer/answer';
import { EventsFigure } from '../answer/EventsFigure';
import { Figure } from '../answer/Figure';
import { Headline } from '../answer/Headline';
import { OddsTable } from '../answer/OddsTable';
import { useAsked } from '../ask/useAsked';
import { asked } from '../command/command';
import { join, split } from '../command/words';
import { describe } from '../describe/loaded';
import { engine } from '../engine/engine';
import { addText, files, openFile, textOf } from '../kept/files';
import { filesChanged, go, line, textFiles } from '../line/line';
import { distribution, groupsOf } from '../pictures';
import { BalancePanel } from './BalancePanel';
import { Editor } from './Editor';
import './assault.css';

const standardName = 'assault.toml';

/** `assault FILE` and `balance FILE`: the file in an editor, what comes of it beside. */
export function AssaultView() {
  const [command = 'assault', ...words] = asked(split(line.value));
  const name = words.find((word) => !word.startsWith('--')) ?? standardName;
  const rest = words.slice(words.indexOf(name) + 1);
  const isBalance = command.toLowerCase() === 'balance';
  const text = files.value.has(name) ? (textOf(name) ?? '') : '';
  const isReady = describe.value.questions.length > 0;

  useEffect(() => {
    textFiles.value = [name];
    if (text) filesChanged();
    else if (name === standardName && isReady) void example();
  }, [name, isReady]);

  const type = (to: string) => {
    addText(name, to);
    textFiles.value = [name];
    filesChanged();
  };
  const example = async () => {
    const { stdout } = await engine.run(['assault', '--example']);
    type(stdout);
  };
  const open = async (file: File | undefined) => file && go(join(['assault', await openFile(file)]), 'step');
  const { outcome, isFresh } = useAsked<Answer>(
    isReady && text ? ['assault', name, ...(isBalance ? [] : rest), '--method', 'exact'] : null,
    text,
  );
  const [simulated, simulate] = useState('');
  const trials = useAsked<Answer>(
    simulated === text && text
      ? ['assault', name, ...(isBalance ? [] : rest), '--method', outcome?.kind === 'too large' ? 'simulate' : 'both']
      : null,
    text,
  );
  const fault = outcome?.kind === 'refused' ? outcome.refusal : null;
  const best = trials.outcome?.kind === 'answer' && trials.isFresh ? trials.outcome : outcome;
  return (
    <div class="assault">
      <div class="chips">
        <button type="button" class="chip" onClick={() => void example()}>
          the example
        </button>
        <label class="chip file">
          open a file
          <input type="file" accept=".toml,text/plain" onChange={(event) => void open(event.currentTarget.files?.[0])} />
        </label>
        {[...files.value.keys()]
          .filter((each) => each.endsWith('.toml'))
          .map((each) => (
            <button type="button" key={each} class="chip" aria-pressed={each === name} onClick={() => go(join([command, each]), 'step')}>
              {each}
            </button>
          ))}
      </div>
      <div class="assault-columns">
        <Editor text={text} fault={fault} onInput={type} />
        <div class="assault-odds">
          {outcome?.kind === 'failed' && <p class="told">{outcome.words}</p>}
          {outcome?.kind === 'too large' && best === outcome && (
            <p class="told">
              {outcome.words}{' '}
              <button type="button" class="chip strong" onClick={() => simulate(text)}>
                simulate
              </button>
            </p>
          )}
          {best?.kind === 'answer' && <Odds answer={best.answer} name={name} stale={!isFresh} onSimulate={() => simulate(text)} />}
        </div>
        <BalancePanel name={name} text={text} rest={isBalance ? rest : []} isOpen={isBalance} />
      </div>
    </div>
  );
}

function Odds({ answer, name, stale, onSimulate }: { answer: Answer; name: string; stale: boolean; onSimulate: () => void }) {
  const [said, say] = useState<Said | null>(null);
  const simulated = answer.trials > 0;
  useEffect(() => {
    let isLeft = false;
    const how = simulated ? ['--method', answer.method] : ['--method', 'exact'];
    void engine.run(['assault', name, ...how]).then(({ stdout, status }) => isLeft || status !== 0 || say(saidBy(stdout)));
    return () => void (isLeft = true);
  }, [answer]);
  return (
    <section class={`answer ${stale ? 'stale' : ''}`} aria-label="The odds">
      <div aria-live="polite">{said && <Headline headline={said.headline} stale={stale} />}</div>
      {said && said.situation.length > 0 && <p class="situation">{said.situation.join(' · ')}</p>}
      {groupsOf(answer.events).map((group) => (
        <EventsFigure key={group.title} group={group} simulated={simulated} />
      ))}
      {answer.measures.slice(0, 1).map((measure) => (
        <Figure
          key={measure.name}
          title={measure.name}
          table={<OddsTable rows={measure.distribution.map((each) => ({ ...each, label: String(each.value) }))} simulated={simulated} />}
          draw={(width) => distribution(measure, { width })}
        />
      ))}
      {!simulated && (
        <button type="button" class="chip" onClick={onSimulate}>
          simulate, too
        </button>
      )}
    </section>
  );
}
