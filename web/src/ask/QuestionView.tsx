import { AnswerView } from '../answer/AnswerView';
import { Headline } from '../answer/Headline';
import { inputsOf, write } from '../command/command';
import { join } from '../command/words';
import { question } from '../describe/loaded';
import { Form } from '../form/Form';
import { go, line } from '../line/line';
import { QuestionMap } from '../board/QuestionMap';
import { MissingFiles } from '../board/MissingFiles';
import { QuestionChips } from '../shell/QuestionChips';
import { answer, form, fresh, missingFiles, refusal, said, simulate, stopped } from './asking';
import { Refused } from './Refused';

/** A question: its headline, its form, its odds. */
export function QuestionView() {
  const command = form.value;
  const fault = refusal.value;
  const isAtField = fault?.field != null && command?.question.fields.some((field) => field.key === fault.field);
  return (
    <div class="question">
      <div class="question-head">
        <div class="question-top" aria-live="polite" aria-atomic="true">
          {said.value && answer.value && <Headline headline={said.value.headline} stale={!fresh.value} />}
          {fault && <Refused refusal={fault} isAtField={isAtField ?? false} />}
        </div>
        {answer.value && fresh.value && <Actions />}
      </div>
      {stopped.value && !answer.value && (
        <p class="told">
          Stopped.{' '}
          <button type="button" class="chip strong" onClick={() => void simulate('1000000', 'simulate')}>
            simulate instead
          </button>
        </p>
      )}
      {missingFiles.value.length > 0 && <MissingFiles names={missingFiles.value} />}
      <div class="columns">
        <div class="left">
          <QuestionChips current={command?.question.name ?? answer.value?.question} />
          {command && <Form command={command} />}
        </div>
        <div class="right">
          {command && <QuestionMap command={command} />}
          <AnswerView />
        </div>
      </div>
    </div>
  );
}

/** What can be done with an answer: share it, put it beside another. */
function Actions() {
  const a = answer.value!;
  const of = question(a.question);
  const full = of ? join(write(of, inputsOf(a.inputs))) : line.value;
  const share = async () => {
    if (navigator.share) await navigator.share({ title: 'boxcars', url: location.href }).catch(() => undefined);
    else await navigator.clipboard?.writeText(location.href).catch(() => undefined);
  };
  return (
    <div class="actions">
      {full !== line.value.trim() && (
        <code class="full" tabIndex={0} role="textbox" aria-readonly="true" aria-label="The full command">
          boxcars {full}
        </code>
      )}
      <button type="button" class="chip" onClick={() => void share()}>
        share
      </button>
      <button type="button" class="chip" onClick={() => go(join(['compare', full, full]), 'step')}>
        beside another
      </button>
    </div>
  );
}
