import { option, type Field } from '../describe/describe';
import { numbersOf, stepped, textOf, unitOf } from '../pictures/unit';
import { useAttributes } from './useAttributes';
import { useDraft } from './useDraft';

interface Props {
  question: string;
  field: Field;
  text: string;
  onChange: (text: string) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** Of a counter without blanks; a vehicle's name may have some. */
const tidy = (typed: string): string => (/\d[-+]\d/.test(typed) ? typed.replaceAll(/\s/g, '') : typed.trim());

/** `elr=3`: its name, and a number that can be stepped. */
const keyOf = (attribute: string): string => attribute.replace(/=.*/, '');

/** One counter: how many, its figures one by one, what is said after commas; or as a text. */
export function UnitEditor({ question, field, text, onChange, onRemove, onClose }: Props) {
  const unit = unitOf(text);
  const [draft, setDraft] = useDraft(text, (typed) => tidy(typed) || text);
  const type = (typed: string) => {
    setDraft(typed);
    const to = tidy(typed);
    if (to) onChange(to);
  };
  const figures = unit ? numbersOf(unit.numbers) : [];
  const step = (i: number, by: number) => {
    if (!unit) return;
    onChange(textOf({ ...unit, numbers: stepped(unit.numbers, i, by) }));
  };
  const count = (by: number) => unit && onChange(textOf({ ...unit, count: Math.max(1, unit.count + by) }));
  const given = unit?.attributes ?? [];
  const can = useAttributes(question, option(field.key), unit ? textOf({ ...unit, count: 1, attributes: [] }) : '');
  const attributes = [...can.map((word) => given.find((own) => keyOf(own) === keyOf(word)) ?? word), ...given];
  const toggle = (word: string) => {
    if (!unit) return;
    const rest = given.filter((other) => other !== word);
    onChange(textOf({ ...unit, attributes: rest.length < given.length ? rest : [...rest, word] }));
  };
  const stepAttribute = (word: string, by: number) => {
    if (!unit) return;
    const next = `${keyOf(word)}=${Math.max(0, Number(word.slice(keyOf(word).length + 1)) + by)}`;
    onChange(textOf({ ...unit, attributes: given.map((other) => (other === word ? next : other)) }));
  };
  return (
    <div class="unit-editor" role="group" aria-label={`Change ${text}`}>
      {unit && (
        <div class="figures">
          <Figure name="how many" value={`${unit.count}×`} onStep={count} />
          {figures.map((figure, i) => (
            <Figure key={i} name={`figure ${i + 1}`} value={figure} onStep={(by) => step(i, by)} />
          ))}
          {given
            .filter((word) => /^\w+=\d+$/.test(word))
            .map((word) => (
              <Figure key={keyOf(word)} name={keyOf(word)} value={word.replace('=', ' ')} onStep={(by) => stepAttribute(word, by)} />
            ))}
        </div>
      )}
      {unit && attributes.length > 0 && (
        <div class="chips">
          {[...new Set(attributes)].map((word) => (
            <button type="button" key={word} class="chip" aria-pressed={given.includes(word)} onClick={() => toggle(word)}>
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
