import { useEffect, useState } from 'preact/hooks';
import type { Answer } from '../answer/answer';
import { EventsFigure } from '../answer/EventsFigure';
import { Headline } from '../answer/Headline';
import { MeasureFigure } from '../answer/MeasureFigure';
import { Unanswered } from '../ask/Unanswered';
import { useAsked } from '../ask/useAsked';
import { asked } from '../command/command';
import { join, split } from '../command/words';
import { describe } from '../describe/loaded';
import { engine } from '../engine/engine';
import { addText, files, openFile, textOf } from '../kept/files';
import { filesChanged, go, line, textFiles } from '../line/line';
import { groupsOf } from '../pictures';
import { FilePicker } from '../shell/FilePicker';
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
  const open = async (file: File) => go(join(['assault', await openFile(file)]), 'step');
  const asking = ['assault', name, ...(isBalance ? [] : rest), '--explain', '--method'];
  const { outcome, isFresh } = useAsked<Answer>(isReady && text ? [...asking, 'exact'] : null, text);
  const [simulated, simulate] = useState('');
  const trials = useAsked<Answer>(
    simulated === text && text ? [...asking, outcome?.kind === 'too large' ? 'simulate' : 'both'] : null,
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
        <FilePicker accept=".toml,text/plain" onFile={(file) => void open(file)}>
          open a file
        </FilePicker>
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
          {!fault && <Unanswered outcome={best} onSimulate={() => simulate(text)} />}
          {best?.kind === 'answer' && <Odds answer={best.answer} stale={!isFresh} onSimulate={() => simulate(text)} />}
        </div>
        <BalancePanel name={name} text={text} rest={isBalance ? rest : []} isOpen={isBalance} />
      </div>
    </div>
  );
}

function Odds({ answer, stale, onSimulate }: { answer: Answer; stale: boolean; onSimulate: () => void }) {
  const simulated = answer.trials > 0;
  return (
    <section class={`answer ${stale ? 'stale' : ''}`} aria-label="The odds">
      <div aria-live="polite">
        <Headline headline={answer.headline} stale={stale} />
      </div>
      {answer.summary.length > 0 && <p class="summary">{answer.summary.join(' · ')}</p>}
      {groupsOf(answer.events).map((group) => (
        <EventsFigure key={group.title} group={group} simulated={simulated} />
      ))}
      {answer.measures.slice(0, 1).map((measure) => (
        <MeasureFigure key={measure.name} measure={measure} simulated={simulated} />
      ))}
      {!simulated && (
        <button type="button" class="chip" onClick={onSimulate}>
          simulate, too
        </button>
      )}
    </section>
  );
}
