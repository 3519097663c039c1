import { useMemo } from 'preact/hooks';
import { barred } from '../command/clashes';
import { inputsOf, write, type Command } from '../command/command';
import { join } from '../command/words';
import { answer, fresh, refusal } from '../ask/asking';
import { label, type Field } from '../describe/describe';
import { describe } from '../describe/loaded';
import { go } from '../line/line';
import { FieldControl } from './FieldControl';
import { groupsOf, isCommon } from './examples';
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
  // Settled when the question comes: no field moves while it is typed in.
  const firstKeys = useMemo(() => {
    const isFirst = (field: Field) => inputs[field.key] !== undefined || isCommon(question, field, describe.value);
    return new Set(question.fields.filter(isFirst).map((field) => field.key));
  }, [question.name]);
  const groups = groupsOf(question);
  const fault = refusal.value;
  const bars = new Map(question.fields.map((field) => [field, barred(question, field, all)]));
  const control = (field: Field) => (
    <FieldControl
      key={field.key}
      question={question.name}
      field={field}
      values={inputs[field.key]}
      barred={bars.get(field)!}
      fault={fault?.field === field.key ? fault : null}
      onChange={(values) => set(field.key, values)}
      onInstead={(key) => set(key, null)}
    />
  );
  return (
    <form class="form" aria-label={`${question.name}: ${question.title}`} onSubmit={(event) => event.preventDefault()}>
      {groups.map((group) => {
        const fields = question.fields.filter((field) => (field.group ?? '') === group);
        const first = fields.filter((field) => firstKeys.has(field.key));
        const more = fields.filter((field) => !firstKeys.has(field.key));
        const isNeeded = more.some(({ key }) => inputs[key] !== undefined || fault?.field === key);
        return (
          <fieldset key={group} class="group">
            <legend>{group || question.title}</legend>
            {first.length > 0 && <div class="fields">{first.map(control)}</div>}
            {more.length > 0 && (
              <details class="more" open={isNeeded || undefined}>
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
