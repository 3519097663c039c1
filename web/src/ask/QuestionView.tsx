import { Odds, Panels } from '../answer/AnswerView';
import { Headline } from '../answer/Headline';
import { Form } from '../form/Form';
import { examplesOf } from '../form/examples';
import { QuestionMap } from '../board/QuestionMap';
import { MissingFiles } from '../board/MissingFiles';
import { Go } from '../shell/Go';
import { QuestionChips } from '../shell/QuestionChips';
import { Actions, FullCommand } from './Actions';
import { answer, form, fresh, isBegun, missingFiles, refusal } from './asking';
import { Refused } from './Refused';
import { Stopped } from './Stopped';

/** A question: its headline, its form, its odds. */
export function QuestionView() {
  const command = form.value;
  const fault = refusal.value;
  const isAtField = fault?.field != null && command?.question.fields.some((field) => field.key === fault.field);
  return (
    <div class="question">
      <div class="question-head">
        <div class="question-top" aria-live="polite" aria-atomic="true">
          {answer.value && <Headline headline={answer.value.headline} stale={!fresh.value} />}
          {fault && <Refused refusal={fault} isAtField={isAtField ?? false} />}
        </div>
        {answer.value && fresh.value && <Actions />}
      </div>
      {answer.value && fresh.value && <FullCommand />}
      <Stopped />
      {missingFiles.value.length > 0 && <MissingFiles names={missingFiles.value} />}
      <div class="columns">
        <div class="part-title">
          <QuestionChips current={command?.question.name ?? answer.value?.question} />
          {command && (
            <p class="question-title">
              {command.question.title}
              {!isBegun(command) && !answer.value && (
                <>
                  {' '}
                  For example:
                  {examplesOf(command.question)
                    .slice(0, 3)
                    .map((line) => (
                      <Go key={line} line={line} />
                    ))}
                </>
              )}
            </p>
          )}
        </div>
        <div class="part-odds">
          {command && <QuestionMap command={command} />}
          <Odds />
        </div>
        <div class="part-form" id="form">
          {command && <Form command={command} />}
        </div>
        <div class="part-panels">
          <Panels />
        </div>
      </div>
    </div>
  );
}
