import { label, type Field } from '../describe/describe';
import type { ControlProps } from './control';

const few = 8; // numbers in a range that are all there to tap
const small = [-2, -1, 1, 2, 3]; // of a range on both sides of 0

/** The numbers of a field to tap: all of a small range; of what is added or taken away the common ones. */
export function tapped({ minimum, maximum, default: standard }: Field): number[] {
  if (minimum === undefined || maximum === undefined) return [];
  if (maximum - minimum < few) return Array.from({ length: maximum - minimum + 1 }, (_, i) => minimum + i);
  return minimum < 0 && Number(standard) === 0 ? small.filter((n) => n >= minimum && n <= maximum) : [];
}

const told = (n: number, isSigned: boolean): string => (n < 0 ? `−${-n}` : isSigned && n > 0 ? `+${n}` : String(n));

export function NumberControl({ field, id, values, describedBy, invalid, onChange }: ControlProps) {
  const { minimum = -Infinity, maximum = Infinity } = field;
  const standard = field.default === undefined ? undefined : Number(field.default);
  const value = values[0] ?? '';
  const number = value === '' ? NaN : Number(value);
  const put = (to: number) => onChange(to === standard ? null : [String(to)]);
  const step = (by: number) => {
    const from = Number.isNaN(number) ? (standard ?? (minimum > 0 || maximum < 0 ? (by > 0 ? minimum - by : maximum + 1) : 0)) : number;
    put(Math.min(maximum, Math.max(minimum, from + by)));
  };
  const at = Number.isNaN(number) ? standard : number;
  const name = label(field.key);
  const chips = tapped(field);
  return (
    <div class="number">
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
      {chips.length > 0 && (
        <div class="chips" role="group" aria-label={`${name} to tap`}>
          {chips.map((n) => (
            <button type="button" key={n} class="chip" aria-pressed={n === at} onClick={() => (n === number ? onChange(null) : put(n))}>
              {told(n, minimum < 0)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
