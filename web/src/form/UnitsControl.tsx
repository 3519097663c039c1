import { useRef, useState } from 'preact/hooks';
import { label } from '../describe/describe';
import { describe } from '../describe/loaded';
import { Counter } from './Counter';
import type { ControlProps } from './control';
import { exampleUnits } from './examples';
import { recentChoices, rememberChoice } from './recent_choices';
import { UnitEditor } from './UnitEditor';

/** Units as counters: tap one to change it, + to add one of those that the program's examples have, or that were used last. */
export function UnitsControl({ question, field, id, values, describedBy, invalid, onChange }: ControlProps) {
  const [edited, edit] = useState<number | null>(null);
  const [isAdding, setAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const put = (i: number, text: string | null) => {
    const next = [...values];
    if (text === null) next.splice(i, 1);
    else next[i] = text;
    onChange(next.length ? next : null);
  };
  const take = (unit: string) => {
    rememberChoice('units', unit);
    onChange(field.repeatable ? [...values, unit] : [unit]);
    setAdding(false);
    add.current?.focus();
  };
  const offered = [...new Set([...recentChoices('units'), ...exampleUnits(describe.value, field)])].slice(0, 16);
  const canAdd = field.repeatable || values.length === 0;
  return (
    <div
      class="units"
      role="group"
      id={id}
      tabIndex={-1}
      aria-labelledby={id + '-label'}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
    >
      <div class="tray">
        {values.map((unit, i) => (
          <button
            type="button"
            key={i}
            class="counter-button"
            aria-label={`${unit}, change`}
            aria-expanded={edited === i}
            onClick={() => (edit(edited === i ? null : i), setAdding(false))}
          >
            <Counter unit={unit} />
          </button>
        ))}
        {canAdd && (
          <button
            type="button"
            ref={add}
            class="add"
            aria-label={`Add to ${label(field.key)}`}
            aria-expanded={isAdding}
            onClick={() => (setAdding(!isAdding), edit(null))}
          >
            +
          </button>
        )}
      </div>
      {isAdding && (
        <div class="palette" role="group" aria-label="Counters to add">
          {offered.map((unit) => (
            <button type="button" key={unit} class="counter-button" aria-label={`Add ${unit}`} onClick={() => take(unit)}>
              <Counter unit={unit} size={50} />
            </button>
          ))}
        </div>
      )}
      {edited !== null && values[edited] !== undefined && (
        <UnitEditor
          text={values[edited]!}
          question={question}
          field={field}
          onChange={(text) => put(edited, text)}
          onRemove={() => (put(edited, null), edit(null), add.current?.focus())}
          onClose={() => edit(null)}
        />
      )}
    </div>
  );
}
