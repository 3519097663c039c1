import { useAsked } from '../ask/useAsked';
import { inputsOf, write, type Inputs } from '../command/command';
import { join } from '../command/words';
import { question } from '../describe/loaded';
import { go } from '../line/line';
import type { Answer } from './answer';
import { roundPercent } from './odds';

const facings = ['front', 'side', 'rear'] as const;

/** Beside a shot at a vehicle, or a duel: the vehicle's armor by facing, and what a shot there does. */
export function Armor({ answer: { question: name, inputs } }: { answer: Answer }) {
  const asks = question(name);
  if (!asks) return null;
  const all = inputsOf(inputs);
  const turning = (key: string) => (facing: string) => go(join(write(asks, { ...all, [key]: [facing] })));
  if (name === 'kill') return <ByFacing shot={all} onFacing={turning('facing')} />;
  if (name !== 'duel') return null;
  return (
    <>
      <ByFacing shot={shotOf(all, 'a', 'b')} onFacing={turning('facing_b')} />
      <ByFacing shot={shotOf(all, 'b', 'a')} onFacing={turning('facing_a')} />
    </>
  );
}

/** One shot of a duel. */
function shotOf({ range, year, hindrance, ...all }: Inputs, gun: string, target: string): Inputs {
  const shot = { gun: all[gun], target: all[target], range, year, hindrance, ammo: all[`ammo_${gun}`] };
  const at = { facing: all[`facing_${target}`], hull_down: all[`hull_down_${target}`] };
  return Object.fromEntries(Object.entries({ ...shot, ...at }).filter(([, values]) => values)) as Inputs;
}

function ByFacing({ shot, onFacing }: { shot: Inputs; onFacing: (facing: string) => void }) {
  const kill = question('kill')!;
  const ask = (facing: string) => [...write(kill, { ...shot, facing: [facing] }), '--method', 'exact', '--explain'];
  const rows = facings.map((facing) => {
    const { outcome } = useAsked<Answer>(ask(facing)); // as many at each time
    return { facing, answer: outcome?.kind === 'answer' ? outcome.answer : null };
  });
  const first = rows[0]!.answer;
  if (!first?.to_hit || !first.summary[0]) return null; // no shot at a facing
  const now = shot.facing?.[0] ?? facings[0];
  const { to_hit, modifiers } = rows.find(({ facing }) => facing === now)?.answer ?? first;
  const amount = (of: string, all = modifiers) => all.find(({ reason }) => reason.includes(of))?.amount;
  const [size, basic] = [amount('target size'), amount('Basic To Kill')];
  return (
    <section class="panel armor">
      <h2>{first.summary[0]}</h2>
      <p class="note">
        To Hit {to_hit}
        {basic !== undefined && `, basic To Kill ${basic}`}, {size ? `target size ${size > 0 ? '+' : '−'}${Math.abs(size)}` : 'normal size'}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">at its</th>
            <th scope="col">hull armor</th>
            <th scope="col">turret armor</th>
            <th scope="col">To Kill, hull / turret</th>
            <th scope="col">kills</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ facing, answer }) => (
            <tr key={facing} class={facing === now ? 'total' : ''}>
              <th scope="row">
                <button type="button" class="chip" aria-pressed={facing === now} onClick={() => onFacing(facing)}>
                  {facing}
                </button>
              </th>
              {answer && (
                <>
                  <td>{armorOf('hull', answer)}</td>
                  <td>{armorOf('turret', answer)}</td>
                  <td>
                    {answer.to_kill_hull} / {answer.to_kill_turret}
                  </td>
                  <td>{roundPercent(answer.events.find(({ name }) => name === 'kills')?.exact ?? 0)}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** As on the counter; none if it is unarmored. */
function armorOf(part: string, { modifiers }: Answer): string {
  const armor = modifiers.find(({ reason }) => reason.startsWith(`armor of the ${part}`));
  if (armor) return String(-armor.amount);
  return modifiers.some(({ reason }) => reason.includes(`${part} `) && reason.includes('no armor')) ? 'none' : '0';
}
