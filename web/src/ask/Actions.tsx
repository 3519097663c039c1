import { fullCommand, read } from '../command/command';
import { join } from '../command/words';
import { describe } from '../describe/loaded';
import { go } from '../line/line';
import { Share } from '../shell/Share';
import { answer, words } from './asking';

/** The answer's question as a command, in full. */
const inFull = (): string => join(fullCommand(answer.value!, words.value ?? [], describe.value));

/** What plain words were understood as. */
export function FullCommand() {
  if (!words.value || read(words.value, describe.value)) return null;
  return (
    <code class="full" tabIndex={0} role="textbox" aria-readonly="true" aria-label="The full command">
      boxcars {inFull()}
    </code>
  );
}

/** What can be done with an answer: share it, put it beside another, change its question where that is far below. */
export function Actions() {
  return (
    <div class="actions">
      <a class="chip to-form" href="#form" onClick={(event) => (event.preventDefault(), showForm())}>
        change it ↓
      </a>
      <Share />
      <button type="button" class="chip" onClick={() => go(join(['compare', inFull(), inFull()]), 'step')}>
        beside another
      </button>
    </div>
  );
}

const showForm = (): void => document.getElementById('form')?.scrollIntoView({ behavior: 'smooth' });
