import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Svg } from '../shell/Svg';
import { useWidth } from '../shell/useWidth';

interface Props {
  title: string;
  note?: string;
  table: ComponentChildren;
  draw: (width: number) => string;
}

/** A picture with the same in a table: for a screen reader always, for the eye on demand. */
export function Figure({ title, note, table, draw }: Props) {
  const { element, width } = useWidth<HTMLDivElement>();
  const [asTable, setAsTable] = useState(false);
  return (
    <figure class="figure-of">
      <figcaption>
        <h2>{title || 'all together'}</h2>
        {note && <span class="note">{note}</span>}
        <button
          type="button"
          class="as-table"
          aria-pressed={asTable}
          aria-label={`${title || 'all together'} as a table`}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? 'picture' : 'table'}
        </button>
      </figcaption>
      <div ref={element} hidden={asTable} aria-hidden="true">
        <Svg svg={draw(width)} />
      </div>
      <div class={asTable ? 'table-box' : 'unseen'}>{table}</div>
    </figure>
  );
}
