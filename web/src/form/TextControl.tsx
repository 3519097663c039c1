import { join, split } from '../command/words';
import type { ControlProps } from './FieldControl';

export function TextControl({ field, id, values, describedBy, invalid, onChange }: ControlProps) {
  const shown = field.repeatable ? join(values) : (values[0] ?? '');
  const type = (text: string) => onChange(text.trim() === '' ? null : field.repeatable ? split(text) : [text.trim()]);
  return (
    <input
      id={id}
      type="text"
      class="text"
      value={shown}
      placeholder={field.default === undefined ? (field.metavar ?? '') : String(field.default)}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      autocomplete="off"
      autocapitalize="off"
      spellcheck={false}
      onInput={(event) => type(event.currentTarget.value)}
    />
  );
}
