import { answer, fresh, refusal } from '../ask/asking';
import { told } from '../ask/refusal';
import { go } from '../line/line';
import { commandsIn } from './lines';

/** Guns, mortars and other weapons there, each by a tap. */
export function Apart() {
  const notes = answer.value && fresh.value ? answer.value.notes : [];
  const commands = commandsIn([...notes, refusal.value ? told(refusal.value) : '']);
  if (!commands.length) return null;
  return (
    <div class="chips" role="group" aria-label="Fires apart">
      <span class="note">separately:</span>
      {commands.map(({ line, name }, i) => (
        <button type="button" key={i} class="chip" onClick={() => go(line)}>
          {name}
        </button>
      ))}
    </div>
  );
}
