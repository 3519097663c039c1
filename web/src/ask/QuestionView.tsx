import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Odds, Panels } from '../answer/AnswerView';
import { Armor } from '../answer/Armor';
import { Headline } from '../answer/Headline';
import { Form } from '../form/Form';
import { examplesOf } from '../form/examples';
import { QuestionMap } from '../board/QuestionMap';
import { MissingFiles } from '../board/MissingFiles';
import { read, type Command } from '../command/command';
import { Compared } from '../compare/CompareView';
import { describe } from '../describe/loaded';
import { sentences } from '../home/sentences';
import { Lines } from '../shell/Go';
import { Share } from '../shell/Share';
import { QuestionChips } from '../shell/QuestionChips';
import { Actions, FullCommand } from './Actions';
import { answer, comparison, form, fresh, isBegun, missingFiles, refusal, words } from './asking';
import { Refused } from './Refused';
import { Stopped } from './Stopped';

/** A question: its headline, its form, its odds. */
export const QuestionView = () => (
  <div class="question">
    <QuestionHead />
    {missingFiles.value.length > 0 && <MissingFiles names={missingFiles.value} />}
    <QuestionParts>{form.value && <QuestionMap command={form.value} />}</QuestionParts>
  </div>
);

/** What is answered: in large letters, or why it is not. */
export function QuestionHead() {
  const command = form.value;
  const fault = refusal.value;
  const isAtField = fault?.field != null && command?.question.fields.some((field) => field.key === fault.field);
  return (
    <>
      <div class="question-head">
        <div class="question-top" aria-live="polite" aria-atomic="true">
          {answer.value?.understood && <p class={`understood ${fresh.value ? '' : 'stale'}`}>{answer.value.understood}</p>}
          {answer.value && <Headline answer={answer.value} stale={!fresh.value} />}
          {fault && <Refused refusal={fault} isAtField={isAtField ?? false} />}
        </div>
        {answer.value && fresh.value && <Actions />}
      </div>
      <Stopped />
      {comparison.value && (
        <>
          <Compared answer={comparison.value} stale={!fresh.value} />
          <div class="actions">
            <Share />
          </div>
        </>
      )}
    </>
  );
}

interface Parts {
  children?: ComponentChildren; // a map
  isFolded?: boolean; // what is asked is tapped elsewhere
}

/** All that is behind it. The form is open where its words were typed, or nothing was asked yet; else it is not even drawn. */
export function QuestionParts({ children, isFolded = false }: Parts) {
  const command = form.value;
  const isOfForm = !isFolded && command !== null && read(words.value ?? [], describe.value) !== null;
  const [isOpen, open] = useState(isOfForm);
  useEffect(() => {
    if (isOfForm) open(true);
  }, [isOfForm]);
  return (
    <div class="columns">
      <div class="part-odds">
        {children}
        {!answer.value && !comparison.value && <Examples command={command} />}
        {answer.value && <Armor answer={answer.value} />}
        <Odds />
        <Panels />
      </div>
      <details class="panel part-form" id="form" open={isOpen} onToggle={({ currentTarget }) => open(currentTarget.open)}>
        <summary>{command && answer.value ? 'Change it' : 'Ask with a form'}</summary>
        <FullCommand />
        <QuestionChips current={command?.question.name ?? answer.value?.question} />
        {command && <p class="question-title">{command.question.title}</p>}
        {command && isOpen && <Form command={command} />}
      </details>
    </div>
  );
}

/** What may be asked: of a question while nothing is given, and where no question was understood. */
function Examples({ command }: { command: Command | null }) {
  if (command ? isBegun(command) : !refusal.value) return null;
  return (
    <section class="examples" aria-labelledby="examples">
      <h2 id="examples">For example</h2>
      <Lines lines={(command ? examplesOf(command.question) : sentences).slice(0, 4)} />
    </section>
  );
}
