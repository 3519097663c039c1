import { join, split } from '../command/words';
import type { ControlProps } from './control';
import { useDraft } from './useDraft';

export function TextControl({ field, id, values, describedBy, invalid, onChange }: ControlProps) {
  const parts = (text: string): string[] => (field.repeatable ? split(text) : [text.trim()]).filter(Boolean);
  const [text, setDraft] = useDraft(field.repeatable ? join(values) : (values[0] ?? ''), (words) => join(parts(words)));
  const type = (typed: string) => {
    setDraft(typed);
    const next = parts(typed);
    onChange(next.length ? next : null);
  };
  return (
    <input
      id={id}
      type="text"
      class="text"
      value={text}
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
