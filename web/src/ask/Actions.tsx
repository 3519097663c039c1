import { useState } from 'preact/hooks';
import { asked, fullCommand, read } from '../command/command';
import { join, split } from '../command/words';
import { describe } from '../describe/loaded';
import { go, line } from '../line/line';
import { answer } from './asking';

/** The answer's question as a command, in full. */
const inFull = (): string => join(fullCommand(answer.value!, line.value, describe.value));

/** What plain words were understood as. */
export function FullCommand() {
  if (read(asked(split(line.value)), describe.value)) return null;
  return (
    <code class="full" tabIndex={0} role="textbox" aria-readonly="true" aria-label="The full command">
      boxcars {inFull()}
    </code>
  );
}

/** What can be done with an answer: share it, put it beside another. */
export function Actions() {
  const [isCopied, setCopied] = useState(false);
  const share = async () => {
    if (navigator.share) return navigator.share({ title: document.title, url: location.href }).catch(() => undefined);
    await navigator.clipboard?.writeText(location.href);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <div class="actions">
      <button type="button" class="chip" onClick={() => void share()}>
        {isCopied ? 'link copied' : 'share'}
      </button>
      <button type="button" class="chip" onClick={() => go(join(['compare', inFull(), inFull()]), 'step')}>
        beside another
      </button>
    </div>
  );
}
