import { useState } from 'preact/hooks';
import { label } from '../describe/describe';
import { recentChoices, rememberChoice } from './recent_choices';
import type { ControlProps } from './control';

const few = 8; // more are folded: first those that were chosen last

/** Chips to tap; the chosen one taps off again. */
export function ChoiceControl({ field, id, values, choices: barred, describedBy, invalid, onChange }: ControlProps) {
  const [isOpen, open] = useState(false);
  const all = field.choices ?? [];
  const value = values[0];
  const standard = field.default === undefined ? undefined : String(field.default);
  const isLong = all.length > few + 2;
  const order = [...new Set([...recentChoices(field.key).filter((word) => all.includes(word)), ...all])];
  const first = isLong && !isOpen ? order.slice(0, few) : all;
  const shown = value && all.includes(value) && !first.includes(value) ? [value, ...first] : first;
  const choose = (word: string) => {
    if (isLong) rememberChoice(field.key, word);
    onChange(word === value || (word === standard && !value) ? null : word === standard ? null : [word]);
  };
  return (
    <div class="chips" role="group" id={id} tabIndex={-1} aria-labelledby={id + '-label'} aria-describedby={describedBy}>
      {shown.map((word) => {
        const reason = barred.get(word);
        const isChosen = word === (value ?? standard);
        return (
          <button
            type="button"
            key={word}
            class="chip"
            aria-pressed={isChosen}
            title={reason}
            disabled={reason !== undefined && !isChosen}
            aria-invalid={(invalid && isChosen) || undefined}
            onClick={() => choose(word)}
          >
            {word}
          </button>
        );
      })}
      {value && !all.includes(value) && <span class="chip wrong">{value}</span>}
      {isLong && (
        <button
          type="button"
          class="chip quiet"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'fewer' : `all ${all.length}`} choices of ${label(field.key)}`}
          onClick={() => open(!isOpen)}
        >
          {isOpen ? 'fewer' : `all ${all.length}`}
        </button>
      )}
    </div>
  );
}
