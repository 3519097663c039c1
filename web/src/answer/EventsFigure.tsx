import { useState } from 'preact/hooks';
import { bars } from '../pictures';
import type { Group } from '../pictures/groups';
import { Figure } from './Figure';
import { OddsTable } from './OddsTable';

const few = 12; // of a longer list the first ones are drawn

/** A group of events as bars. */
export function EventsFigure({ group, simulated }: { group: Group; simulated: boolean }) {
  const [isOpen, open] = useState(false);
  const isLong = group.rows.length > few + 3;
  const rows = isLong && !isOpen ? group.rows.slice(0, few) : group.rows;
  return (
    <div>
      <Figure
        title={group.title}
        table={<OddsTable rows={group.rows} simulated={simulated} />}
        draw={(width) => bars(rows, { width, simulated, title: group.title || 'odds' })}
      />
      {isLong && (
        <button type="button" class="chip quiet" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          {isOpen ? `the first ${few}` : `all ${group.rows.length}`}
        </button>
      )}
    </div>
  );
}
