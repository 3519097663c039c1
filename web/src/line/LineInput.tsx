import { useRef, useState } from 'preact/hooks';
import type { Completion } from './completion';
import { completionsHere } from './completions_here';
import './line.css';

const turn = 30; // ms after a key: the question of the line has been asked by then, and is answered first

interface List {
  offers: Completion[];
  of: string; // the text that they complete: a few keys may have come since
  chosen: number; // -1: none of them
}

const nothing: List = { offers: [], of: '', chosen: -1 };

interface Props {
  value: string;
  onInput: (line: string) => void;
  onEnter?: () => void;
  label: string;
  placeholder?: string;
  id: string;
  invalid?: boolean;
}

/** A line of plain words or of the command line, with completion. */
export function LineInput({ value, onInput, onEnter, label, placeholder, id, invalid }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [{ offers, of, chosen }, setList] = useState<List>(nothing);

  const asked = useRef(0); // of what is offered only the last is shown
  const offer = async () => {
    const mine = ++asked.current;
    await new Promise((rested) => setTimeout(rested, turn));
    if (mine !== asked.current) return;
    const text = input.current?.value ?? '';
    const found = await completionsHere(text, input.current?.selectionStart ?? text.length);
    if (mine !== asked.current) return;
    // What was chosen since the last key, in the list before, stays chosen.
    setList((before) => {
      const picked = before.offers[before.chosen]?.text;
      return { offers: found, of: text, chosen: found.findIndex((each) => each.text === picked) };
    });
  };
  const close = () => (++asked.current, setList(nothing));
  const take = ({ text, from, to, goesOn }: Completion) => {
    const put = goesOn ? text : text + ' ';
    const line = value.slice(0, from) + put + value.slice(to + value.length - of.length).trimStart();
    if (input.current) input.current.value = line; // at once: the next key may be there before it is drawn
    input.current?.focus();
    input.current?.setSelectionRange(from + put.length, from + put.length);
    onInput(line);
    close();
    if (goesOn) void offer();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step && offers.length) {
      event.preventDefault();
      setList({ offers, of, chosen: ((chosen + 1 + step + offers.length + 1) % (offers.length + 1)) - 1 });
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      void offer();
    } else if (event.key === 'Tab' && offers.length && !event.shiftKey && chosen >= 0) {
      event.preventDefault();
      take(offers[chosen]!);
    } else if (event.key === 'Enter') {
      if (chosen >= 0) take(offers[chosen]!);
      else (close(), onEnter?.());
    } else if (event.key === 'Escape') {
      close();
    }
  };

  const listId = id + '-offers';
  return (
    <div class="line" onFocusOut={(event) => event.currentTarget.contains(event.relatedTarget as Node) || close()}>
      <span class="prompt" aria-hidden="true">
        ›
      </span>
      <input
        ref={input}
        id={id}
        type="text"
        class="line-input"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        role="combobox"
        aria-expanded={offers.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={chosen >= 0 ? `${listId}-${chosen}` : undefined}
        aria-invalid={invalid || undefined}
        autocomplete="off"
        autocapitalize="off"
        autocorrect="off"
        spellcheck={false}
        enterkeyhint="go"
        onInput={(event) => {
          onInput(event.currentTarget.value);
          setList((before) => ({ ...before, chosen: -1 }));
          void offer();
        }}
        onKeyDown={onKeyDown}
      />
      {value && (
        <button type="button" class="clear" aria-label="Clear the line" onClick={() => (onInput(''), close(), input.current?.focus())}>
          ×
        </button>
      )}
      <ul
        id={listId}
        role="listbox"
        aria-label="Completions"
        class="offers"
        hidden={!offers.length}
        onMouseDown={(event) => event.preventDefault()} // the line keeps the focus; a finger may move the list
      >
        {offers.map((each, i) => (
          <li key={each.text} id={`${listId}-${i}`} role="option" aria-selected={i === chosen} onClick={() => take(each)}>
            <b>{each.text}</b> <span>{each.help}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
