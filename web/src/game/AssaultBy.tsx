import { useState } from 'preact/hooks';
import type { Refusal } from '../ask/refusal';
import { Refused } from '../ask/Refused';
import type { Inputs } from '../command/command';
import { join } from '../command/words';
import { engine } from '../engine/engine';
import { refusalOf } from '../engine/told';
import { addText } from '../kept/files';
import { go } from '../line/line';

/** An assault's file to start from, of who is on the table. */
export function AssaultBy({ inputs, sides }: { inputs: Inputs; sides: string[] }) {
  const [fault, setFault] = useState<Refusal | null>(null);
  const file = inputs.save?.[0];
  if (!file || !sides.length) return null;
  const write = async (side: string) => {
    const { status, stdout, stderr } = await engine.run(['assault', '--save', file, '--side', `attacker=${side}`]);
    if (status !== 0) return setFault(refusalOf(stderr));
    go(join(['assault', addText(file.replace(/\.[^.]*$/, '') + '.toml', stdout)]), 'step');
  };
  return (
    <>
      <div class="chips" role="group" aria-label="Write an assault file">
        <span class="note">write an assault file, attacker:</span>
        {sides.map((side) => (
          <button type="button" key={side} class="chip quiet" onClick={() => void write(side)}>
            {side}
          </button>
        ))}
      </div>
      {fault && <Refused refusal={fault} />}
    </>
  );
}
