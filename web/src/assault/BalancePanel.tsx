import { useState } from 'preact/hooks';
import { Figure } from '../answer/Figure';
import { best, percent } from '../answer/odds';
import { Unanswered } from '../ask/Unanswered';
import { useAsked } from '../ask/useAsked';
import { join } from '../command/words';
import { useRemembered } from '../kept/useRemembered';
import { go } from '../line/line';
import { balance } from '../pictures';
import type { Balance } from '../pictures/balance';
import { pathsOf } from './paths';

interface Props {
  name: string;
  text: string;
  rest: string[]; // the options of `balance`
  isOpen: boolean;
}

/** Which setting makes it fifty-fifty? A number of the file is varied; the chart has the line that is wanted. */
export function BalancePanel({ name, text, rest, isOpen }: Props) {
  const paths = pathsOf(text);
  const varied = rest.flatMap((word, i) => (word === '--vary' ? [rest[i + 1] ?? ''] : []));
  const value = (option: string) => rest[rest.indexOf(option) + 1] ?? '';
  const has = (option: string) => rest.includes(option);
  const [simulates, setSimulates] = useState(false);
  const isWhole = isOpen && varied.length > 0 && text !== '';
  const { outcome, isFresh } = useAsked<Balance>(
    isWhole ? ['balance', name, ...rest, ...(has('--method') ? [] : ['--method', simulates ? 'simulate' : 'exact'])] : null,
    text,
  );
  useRemembered(isFresh && outcome?.kind === 'answer');
  const [isGrid, setGrid] = useState(varied.length > 1);
  const around = (path: string, far: number): number[] => {
    const now = paths.find((each) => each.path === path)?.value ?? 0;
    const least = now > 0 ? Math.max(1, now - far) : now - far;
    return Array.from({ length: now + far - least + 1 }, (_, i) => least + i);
  };
  const askBoth = (path: string) => {
    const both = [varied[0] ?? path, path];
    go(join(['balance', name, ...both.flatMap((each) => ['--vary', each, '--values', around(each, 2).join(',')])]));
  };
  const tap = (path: string) => (isGrid && varied.length > 0 && path !== varied[0] ? askBoth(path) : ask(path));
  const ask = (path: string, from?: string, to?: string) => {
    const values = around(path, 3);
    const asks = ['balance', name, '--vary', path, '--from', from ?? String(values[0]), '--to', to ?? String(values.at(-1))];
    go(join(asks), isOpen ? 'edit' : 'step'); // a step shows it from the top, where the panel is then
  };
  return (
    <section class="panel balance" aria-labelledby="balance-title">
      <h2 id="balance-title">What makes it fifty-fifty?</h2>
      {outcome?.kind === 'answer' && (
        <p class={`verdict ${isFresh ? '' : 'stale'}`} aria-live="polite">
          {outcome.answer.verdict}
        </p>
      )}
      <div class="chips" role="group" aria-label="The number to vary">
        {paths.map(({ path, value: now }) => (
          <button type="button" key={path} class="chip" aria-pressed={varied.includes(path)} onClick={() => tap(path)}>
            {path} <small>{now}</small>
          </button>
        ))}
      </div>
      {isOpen && varied.length > 0 && (
        <div class="chips">
          <button type="button" class="chip quiet" aria-pressed={isGrid} onClick={() => setGrid(!isGrid)}>
            vary a second number too
          </button>
        </div>
      )}
      {isOpen && has('--from') && varied.length === 1 && (
        <div class="range">
          <label>
            from{' '}
            <input
              class="text"
              type="text"
              inputMode="text"
              value={value('--from')}
              onInput={(event) => ask(varied[0]!, event.currentTarget.value, value('--to'))}
            />
          </label>
          <label>
            to{' '}
            <input
              class="text"
              type="text"
              inputMode="text"
              value={value('--to')}
              onInput={(event) => ask(varied[0]!, value('--from'), event.currentTarget.value)}
            />
          </label>
        </div>
      )}
      <Unanswered outcome={outcome} onSimulate={() => setSimulates(true)} />
      {outcome?.kind === 'refused' && outcome.refusal.instead.includes('--fixed') && !has('--fixed') && (
        <button type="button" class="chip strong" onClick={() => go(join(['balance', name, ...rest, '--fixed']))}>
          every shot at its first target: balance --fixed
        </button>
      )}
      {outcome?.kind === 'answer' && (
        <div class={isFresh ? '' : 'stale'}>
          <Figure
            title={outcome.answer.event}
            draw={(width) => balance(outcome.answer, { width })}
            table={<Table answer={outcome.answer} />}
          />
        </div>
      )}
    </section>
  );
}

function Table({ answer }: { answer: Balance }) {
  return (
    <table>
      <thead>
        <tr>
          {answer.vary.map((path) => (
            <th scope="col" key={path}>
              {path}
            </th>
          ))}
          <th scope="col">{answer.event}</th>
        </tr>
      </thead>
      <tbody>
        {answer.settings.map((setting, i) => (
          <tr key={i}>
            {answer.vary.map((path) => (
              <th scope="row" key={path}>
                {String(setting.values[path])}
              </th>
            ))}
            <td>{percent(best(setting))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
