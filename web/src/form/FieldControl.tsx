import type { ComponentType } from 'preact';
import { told, type Refusal } from '../ask/refusal';
import type { Barred } from '../command/clashes';
import { label, type Field } from '../describe/describe';
import { ChoiceControl } from './ChoiceControl';
import type { ControlProps } from './control';
import { FileControl } from './FileControl';
import { FlagControl } from './FlagControl';
import { NumberControl } from './NumberControl';
import { TextControl } from './TextControl';
import { UnitsControl } from './UnitsControl';

/** A control for each kind of field; a kind that is new here is typed as a text. */
const controls: Record<string, ComponentType<ControlProps>> = {
  flag: FlagControl,
  integer: NumberControl,
  choice: ChoiceControl,
  unit: UnitsControl,
  location_unit: UnitsControl,
  file: FileControl,
};

/** What help says beyond the choices that can be seen. */
function helpOf({ help, choices = [] }: Field): string {
  const known = new Set([...choices, 'default', 'or']);
  return help.split(/[^\w-]+/).every((word) => word === '' || known.has(word)) ? '' : help;
}

interface Props {
  question: string;
  field: Field;
  values: string[] | undefined;
  barred: Barred;
  fault: Refusal | null;
  onChange: (values: string[] | null) => void;
  onInstead: (key: string) => void; // leaves out the field that bars this one
}

export function FieldControl({ question, field, values, barred, fault, onChange, onInstead }: Props) {
  const id = 'field-' + field.key;
  const Control = controls[field.kind] ?? TextControl;
  const isSet = values !== undefined && values.length > 0;
  const disabled = barred.field !== undefined && !isSet;
  const hint = id + '-help';
  const isWrong = fault !== null && !fault.isLacking;
  return (
    <div
      class={`field kind-${field.kind} ${isSet ? 'set' : ''} ${disabled ? 'barred' : ''} ${isWrong ? 'faulty' : fault ? 'lacking' : ''}`}
      data-key={field.key}
    >
      <div class="field-head">
        {disabled ? (
          <span class="name" id={id + '-label'}>
            {label(field.key)}
          </span>
        ) : (
          <label id={id + '-label'} for={id}>
            {label(field.key)}
          </label>
        )}
        {isSet && field.kind !== 'flag' && (
          <button type="button" class="reset" aria-label={`Clear ${label(field.key)}`} onClick={() => onChange(null)}>
            ×
          </button>
        )}
      </div>
      {!disabled && (
        <Control
          question={question}
          field={field}
          id={id}
          values={values ?? []}
          choices={barred.choices}
          describedBy={hint}
          invalid={isWrong}
          onChange={onChange}
        />
      )}
      <p id={hint} class="help">
        {fault ? <span class={isWrong ? 'fault' : 'lacks'}>{told(fault)}</span> : (disabled && barred.field) || helpOf(field)}
      </p>
      {disabled && barred.insteadOf && (
        <button type="button" class="chip quiet instead" onClick={() => onInstead(barred.insteadOf!)}>
          instead of {label(barred.insteadOf)}
        </button>
      )}
    </div>
  );
}
