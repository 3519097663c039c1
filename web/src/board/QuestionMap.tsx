import { useState } from 'preact/hooks';
import { answer, fresh } from '../ask/asking';
import { Refused } from '../ask/Refused';
import { write, type Command } from '../command/command';
import { join } from '../command/words';
import { label } from '../describe/describe';
import { go } from '../line/line';
import { isShown, shownBoard } from './boards';
import { heatOf } from '../pictures';
import { MapPicture } from './MapPicture';

/** The map of a question that has one: its odds hex by hex; a tap sets one of its fields of hexes. */
export function QuestionMap({ command }: { command: Command }) {
  const { question, inputs, common } = command;
  const hexFields = question.fields.filter((field) => field.kind === 'hex');
  const [key, choose] = useState(hexFields[0]?.key);
  const name = question.fields.filter((field) => field.kind === 'file').flatMap((field) => inputs[field.key] ?? [])[0];
  const shown = name === undefined ? undefined : shownBoard(name);
  if (!shown || !hexFields.length) return null;
  if (!isShown(shown)) return shown.isLacking ? null : <Refused refusal={shown} />;
  const field = hexFields.find((each) => each.key === key) ?? hexFields[0]!;
  const set = (hex: string) => {
    const old = inputs[field.key] ?? [];
    const values = !field.repeatable ? [hex] : old.includes(hex) ? old.filter((other) => other !== hex) : [...old, hex];
    go(join(write(question, { ...inputs, [field.key]: values }, common)));
  };
  const chosen = [...(inputs[field.key] ?? []), ...hexFields.flatMap((each) => inputs[each.key] ?? [])];
  const heat = answer.value && fresh.value ? heatOf(answer.value.events) : undefined;
  return (
    <section aria-label="The map" class="question-map">
      {hexFields.length > 1 && (
        <div class="chips" role="group" aria-label="A tap sets">
          <span class="note">a tap sets</span>
          {hexFields.map((each) => (
            <button type="button" key={each.key} class="chip" aria-pressed={each === field} onClick={() => choose(each.key)}>
              {label(each.key)}
            </button>
          ))}
        </div>
      )}
      <MapPicture
        shown={shown}
        heat={heat}
        chosen={[...new Set(chosen)]}
        onHex={set}
        label={`The map ${shown.board.board}; a tap sets ${label(field.key)}`}
      />
    </section>
  );
}
