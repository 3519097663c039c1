import { useEffect } from 'preact/hooks';
import { Odds, Panels } from '../answer/AnswerView';
import { Decisions } from '../answer/Decisions';
import { Headline } from '../answer/Headline';
import { answer, fresh, refusal } from '../ask/asking';
import { Refused } from '../ask/Refused';
import { Stopped } from '../ask/Stopped';
import { impliedFile } from '../command/files_named';
import { ofFile } from '../command/views';
import { join, split } from '../command/words';
import { describe } from '../describe/loaded';
import { engine } from '../engine/engine';
import { addText, areLoaded, editText, files, openFile, textOf } from '../kept/files';
import { areTooLarge, go, line, renamed } from '../line/line';
import { FilePicker } from '../shell/FilePicker';
import { Go } from '../shell/Go';
import { Share } from '../shell/Share';
import { BalancePanel } from './BalancePanel';
import { Editor } from './Editor';
import './assault.css';

const isAssault = (name: string): boolean => name.endsWith('.toml');

/** `assault FILE`, `plan FILE` and `balance FILE`: the file in an editor, what comes of it beside. */
export function AssaultView() {
  const words = split(line.value);
  const { command, name, rest } = ofFile(words);
  const isBalance = command === 'balance';
  const isPlan = command === 'plan';
  const text = textOf(name) ?? '';
  const isHere = files.value.has(name);
  const isReady = areLoaded.value && describe.value.questions.length > 0;
  const takesExample = impliedFile(words) !== undefined; // a name is of one file and no other

  useEffect(() => {
    if (!isHere && takesExample && isReady) void example(true);
  }, [isHere, takesExample, isReady]);

  // In a file of its own, if the one of its name is another by now.
  const example = async (isHere = false) => {
    const { stdout } = await engine.run(['assault', '--example']);
    const free = addText('assault.toml', stdout);
    if (!isHere) go(join(['assault', free]), 'step');
  };
  const open = async (file: File) => go(join(['assault', await openFile(file)]), 'step');
  const fault = refusal.value;
  const isOfText = fault?.line !== undefined;
  const others = rest.filter((word) => word !== '--fixed');
  return (
    <div class={`assault is-${command}`}>
      <div class="chips">
        <button type="button" class="chip" onClick={() => void example()}>
          the example
        </button>
        <FilePicker accept=".toml,text/plain" onFile={(file) => void open(file)}>
          open a file
        </FilePicker>
        {[...files.value.keys()].filter(isAssault).map((each) => (
          <button type="button" key={each} class="chip" aria-pressed={each === name} onClick={() => go(join([command, each]), 'step')}>
            {each}
          </button>
        ))}
      </div>
      {renamed.value.map(({ from, to }) => (
        <p key={to} class="note" role="status">
          You already have a different {from}. The link's file is {to}; it is saved once you edit it.
        </p>
      ))}
      {isHere && areTooLarge.value && (
        <p class="note" role="status">
          This file is too long for a link. The link has only its name and will ask for the file.
        </p>
      )}
      {isReady && !isHere && !takesExample && (
        <p class="missing" role="alert">
          <b>{name}</b> is not on this device. Open it, or start with the example. A link copied from this page carries its file.
        </p>
      )}
      {fault && !isOfText && isHere && (
        <div>
          <Refused refusal={fault} />
          {fault.instead.includes('--fixed') && !rest.includes('--fixed') && (
            <button
              type="button"
              class="chip strong"
              onClick={() => go(join(['plan', name, ...(isBalance ? [] : rest), '--fixed']), 'step')}
            >
              every shot at its first target: plan --fixed
            </button>
          )}
        </div>
      )}
      <div class="assault-columns">
        {isHere && <Editor text={text} fault={isOfText ? fault : null} onInput={(to) => editText(name, to)} />}
        <div class="assault-odds">
          <Stopped />
          {answer.value && (
            <>
              <div aria-live="polite">
                <Headline answer={answer.value} stale={!fresh.value} />
              </div>
              <div class="actions">
                <Share />
                {isPlan ? (
                  <Go line={join(['assault', name, ...others])} />
                ) : (
                  <button type="button" class="chip" onClick={() => go(join(['plan', name, ...(isBalance ? [] : rest)]), 'step')}>
                    what to do?
                  </button>
                )}
              </div>
              <div class={fresh.value ? '' : 'stale'}>
                <Decisions answer={answer.value} />
              </div>
              <Odds />
              <Panels />
            </>
          )}
        </div>
        {isHere && <BalancePanel key={name} name={name} text={text} rest={isBalance ? rest : []} isOpen={isBalance} />}
      </div>
    </div>
  );
}
