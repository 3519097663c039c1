import { useEffect } from 'preact/hooks';
import { Odds, Panels } from '../answer/AnswerView';
import { Headline } from '../answer/Headline';
import { answer, fresh, refusal } from '../ask/asking';
import { Refused } from '../ask/Refused';
import { Stopped } from '../ask/Stopped';
import { isStandard, ofFile } from '../command/views';
import { join, split } from '../command/words';
import { describe } from '../describe/loaded';
import { engine } from '../engine/engine';
import { addText, areLoaded, editText, files, openFile, textOf } from '../kept/files';
import { filesChanged, go, line, renamed, textFiles } from '../line/line';
import { FilePicker } from '../shell/FilePicker';
import { Go } from '../shell/Go';
import { Share } from '../shell/Share';
import { BalancePanel } from './BalancePanel';
import { Editor } from './Editor';
import './assault.css';

const isAssault = (name: string): boolean => name.endsWith('.toml');

/** `assault FILE`, `plan FILE` and `balance FILE`: the file in an editor, what comes of it beside. */
export function AssaultView() {
  const { command, name, rest } = ofFile(split(line.value));
  const isBalance = command === 'balance';
  const text = textOf(name) ?? '';
  const isHere = files.value.has(name);
  const isReady = areLoaded.value && describe.value.questions.length > 0;

  useEffect(() => {
    textFiles.value = isHere ? [name] : [];
    if (isHere) filesChanged();
    else if (isStandard(name) && isReady) void example(true);
  }, [name, isHere, isReady]);

  const type = (to: string) => {
    editText(name, to);
    textFiles.value = [name];
    filesChanged();
  };
  // In a file of its own, if the one of its name is another by now.
  const example = async (isHere = false) => {
    const { stdout } = await engine.run(['assault', '--example']);
    const free = addText('assault.toml', stdout);
    if (!isHere) go(join(['assault', free]), 'step');
  };
  const open = async (file: File) => go(join(['assault', await openFile(file)]), 'step');
  const fault = refusal.value;
  const isOfText = fault?.line !== undefined;
  return (
    <div class="assault">
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
          You have another {from} here: the link's is {to}, and is kept when you edit it.
        </p>
      ))}
      {isReady && !isHere && !isStandard(name) && (
        <p class="missing" role="alert">
          The assault's file <b>{name}</b> is not on this device: open it, or begin with the example. A link to an assault has its file in
          it, if it is copied here.
        </p>
      )}
      <div class="assault-columns">
        {isHere && <Editor text={text} fault={isOfText ? fault : null} onInput={type} />}
        <div class="assault-odds">
          {fault && !isOfText && isHere && <Refused refusal={fault} />}
          <Stopped />
          {answer.value && (
            <>
              <div aria-live="polite">
                <Headline headline={answer.value.headline} stale={!fresh.value} />
              </div>
              <div class="actions">
                <Share />
                {command === 'plan' ? (
                  <Go line={join(['assault', name, ...rest])} />
                ) : (
                  <button type="button" class="chip" onClick={() => go(join(['plan', name, ...(isBalance ? [] : rest)]), 'step')}>
                    what to do?
                  </button>
                )}
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
