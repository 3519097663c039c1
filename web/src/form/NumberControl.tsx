import { label } from '../describe/describe';
import type { ControlProps } from './FieldControl';

export function NumberControl({ field, id, values, describedBy, invalid, onChange }: ControlProps) {
  const { minimum = -Infinity, maximum = Infinity } = field;
  const standard = field.default === undefined ? undefined : Number(field.default);
  const value = values[0] ?? '';
  const number = value === '' ? NaN : Number(value);
  const step = (by: number) => {
    const from = Number.isNaN(number) ? (standard ?? (minimum > 0 || maximum < 0 ? (by > 0 ? minimum - by : maximum + 1) : 0)) : number;
    const to = Math.min(maximum, Math.max(minimum, from + by));
    onChange(to === standard ? null : [String(to)]);
  };
  const at = Number.isNaN(number) ? standard : number;
  const name = label(field.key);
  return (
    <div class="stepper">
      <button type="button" aria-label={`${name} less`} disabled={at === minimum} onClick={() => step(-1)}>
        −
      </button>
      <input
        id={id}
        type="text"
        inputMode={minimum < 0 ? 'text' : 'numeric'}
        value={value}
        placeholder={standard === undefined ? (field.metavar ?? '') : String(standard)}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        autocomplete="off"
        onInput={(event) => onChange(event.currentTarget.value.trim() ? [event.currentTarget.value.trim()] : null)}
      />
      <button type="button" aria-label={`${name} more`} disabled={at === maximum} onClick={() => step(1)}>
        +
      </button>
    </div>
  );
}
