import { barred } from '../command/clashes';
import { write, type Command } from '../command/command';
import { join } from '../command/words';
import { answer, fresh, refusal } from '../ask/asking';
import { inputsOf } from '../command/command';
import { label, type Field } from '../describe';
import { go } from '../line/line';
import { FieldControl } from './FieldControl';
import { isCommon } from './examples';
import './form.css';

/** A question's form: every field of describe, group by group; those that its examples use first, the others folded. */
export function Form({ command }: { command: Command }) {
  const { question, inputs, common } = command;
  const known = fresh.value && answer.value?.question === question.name ? inputsOf(answer.value.inputs) : {};
  const all = { ...known, ...inputs };
  const set = (key: string, values: string[] | null) => {
    const next = { ...inputs };
    if (values === null || values.length === 0) delete next[key];
    else next[key] = values;
    go(join(write(question, next, common)));
  };
  const groups = [...new Set(question.fields.map((field) => field.group ?? ''))];
  const fault = refusal.value;
  const control = (field: Field) => (
    <FieldControl
      key={field.key}
      field={field}
      values={inputs[field.key]}
      barred={barred(question, field, all)}
      fault={fault?.field === field.key ? fault : null}
      onChange={(values) => set(field.key, values)}
    />
  );
  return (
    <form class="form" aria-label={`${question.name}: ${question.title}`} onSubmit={(event) => event.preventDefault()}>
      {groups.map((group) => {
        const fields = question.fields.filter((field) => (field.group ?? '') === group);
        const isFirst = (field: Field) => isCommon(question, field) || inputs[field.key] !== undefined || fault?.field === field.key;
        const first = fields.filter(isFirst);
        const more = fields.filter((field) => !isFirst(field));
        return (
          <fieldset key={group} class="group">
            <legend>{group || question.title}</legend>
            {first.length > 0 && <div class="fields">{first.map(control)}</div>}
            {more.length > 0 && (
              <details class="more">
                <summary>
                  {first.length ? 'More' : 'Open'}: <span>{more.map((field) => label(field.key)).join(', ')}</span>
                </summary>
                <div class="fields">{more.map(control)}</div>
              </details>
            )}
          </fieldset>
        );
      })}
    </form>
  );
}
