import { label } from '../describe/describe';
import type { ControlProps } from './control';

export function FlagControl({ field, id, values, describedBy, onChange }: ControlProps) {
  const isOn = values.length > 0;
  return (
    <button
      type="button"
      id={id}
      class="chip"
      role="switch"
      aria-checked={isOn}
      aria-label={label(field.key)}
      aria-describedby={describedBy}
      onClick={() => onChange(isOn ? null : ['true'])}
    >
      {isOn ? 'yes' : 'no'}
    </button>
  );
}
