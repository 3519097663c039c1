import { fullCommand, read } from '../command/command';
import { join } from '../command/words';
import { describe } from '../describe/loaded';
import { go } from '../line/line';
import { Words } from '../shell/Go';
import { Share } from '../shell/Share';
import { answer, form, fresh, words } from './asking';

/** The answer's question as a command, in full. */
const inFull = (): string => join(fullCommand(answer.value!, words.value ?? [], describe.value));

/** What plain words were understood as. */
export function FullCommand() {
  if (!answer.value || !fresh.value || !words.value || read(words.value, describe.value)) return null;
  return (
    <code class="full" role="group" aria-label="The full command">
      <Words line={`boxcars ${inFull()}`} />
    </code>
  );
}

/** What can be done with an answer: change its question, share it (of a save the situation, never the file), compare it with another. */
export function Actions() {
  return (
    <div class="actions">
      <button type="button" class="chip to-form" onClick={showForm}>
        change it
      </button>
      <Share line={form.value?.inputs.save ? inFull() : undefined} />
      <button type="button" class="chip" onClick={() => go(join(['compare', inFull(), inFull()]), 'step')}>
        compare it
      </button>
    </div>
  );
}

function showForm(): void {
  const form = document.getElementById('form') as HTMLDetailsElement;
  form.open = true;
  requestAnimationFrame(() => requestAnimationFrame(() => form.scrollIntoView({ behavior: 'smooth' }))); // when it is drawn
}
