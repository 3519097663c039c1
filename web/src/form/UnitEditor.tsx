import type { Describe } from '../describe/describe';
import { numbersOf, stepped, textOf, unitOf } from '../pictures/unit';
import { useDraft } from './useDraft';
import { exampleAttributes } from './examples';

interface Props {
  text: string;
  attributesOf: Describe;
  onChange: (text: string) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** One counter: how many, its figures one by one, what is said after commas; or as a text. */
export function UnitEditor({ text, attributesOf, onChange, onRemove, onClose }: Props) {
  const unit = unitOf(text);
  const [draft, setDraft] = useDraft(text, (typed) => typed.replaceAll(/\s/g, '') || text);
  const type = (typed: string) => {
    setDraft(typed);
    const to = typed.replaceAll(/\s/g, '');
    if (to) onChange(to);
  };
  const figures = unit ? numbersOf(unit.numbers) : [];
  const step = (i: number, by: number) => {
    if (!unit) return;
    onChange(textOf({ ...unit, numbers: stepped(unit.numbers, i, by) }));
  };
  const count = (by: number) => unit && onChange(textOf({ ...unit, count: Math.max(1, unit.count + by) }));
  const attributes = [...new Set([...exampleAttributes(attributesOf), ...(unit?.attributes ?? [])])];
  const toggle = (word: string) => {
    if (!unit) return;
    const rest = unit.attributes.filter((other) => other !== word);
    onChange(textOf({ ...unit, attributes: rest.length < unit.attributes.length ? rest : [...rest, word] }));
  };
  return (
    <div class="unit-editor" role="group" aria-label={`Change ${text}`}>
      {unit && (
        <div class="figures">
          <Figure name="how many" value={`${unit.count}×`} onStep={count} />
          {figures.map((figure, i) => (
            <Figure key={i} name={`figure ${i + 1}`} value={figure} onStep={(by) => step(i, by)} />
          ))}
        </div>
      )}
      {unit && attributes.length > 0 && (
        <div class="chips">
          {attributes.map((word) => (
            <button type="button" key={word} class="chip" aria-pressed={unit.attributes.includes(word)} onClick={() => toggle(word)}>
              {word}
            </button>
          ))}
        </div>
      )}
      <div class="unit-row">
        <input
          type="text"
          class="text"
          aria-label="The unit as a text"
          value={draft}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          onInput={(event) => type(event.currentTarget.value)}
        />
        <button type="button" class="chip" onClick={onRemove}>
          remove
        </button>
        <button type="button" class="chip strong" onClick={onClose}>
          done
        </button>
      </div>
    </div>
  );
}

function Figure({ name, value, onStep }: { name: string; value: string; onStep: (by: number) => void }) {
  return (
    <div class="figure">
      <button type="button" aria-label={`${name} more`} onClick={() => onStep(1)}>
        +
      </button>
      <output aria-label={name}>{value}</output>
      <button type="button" aria-label={`${name} less`} onClick={() => onStep(-1)}>
        −
      </button>
    </div>
  );
}
