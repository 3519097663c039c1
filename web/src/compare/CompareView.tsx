import { useState } from 'preact/hooks';
import { Figure } from '../answer/Figure';
import { percent, points } from '../answer/odds';
import type { Odds } from '../answer/answer';
import { Unanswered } from '../ask/Unanswered';
import { useAsked } from '../ask/useAsked';
import { asked } from '../command/command';
import { join, split } from '../command/words';
import { describe } from '../describe/loaded';
import { useRemembered } from '../kept/useRemembered';
import { go, line } from '../line/line';
import { LineInput } from '../line/LineInput';
import { comparison, rowsOf } from '../pictures';
import { lettersOf, type Comparison } from '../pictures/compared';
import { letters } from '../pictures/svg';
import { Go } from '../shell/Go';
import { Share } from '../shell/Share';
import './compare.css';

const letterOf = (i: number): string => letters[i]?.toUpperCase() ?? '';

const oneOrTwo = ['16 vs 467', '8 vs 467 then 8'];

/** Two to six questions side by side. */
export function CompareView() {
  const words = asked(split(line.value)).slice(1);
  const options = words.findIndex((word) => word.startsWith('--'));
  const given = options < 0 ? words : words.slice(0, options);
  const rest = options < 0 ? [] : words.slice(options);
  const [method, setMethod] = useState<'exact' | 'both'>('exact');
  const lines = given.length >= 2 ? given : [...given, ...['', '']].slice(0, 2);
  const put = (next: string[]) => go(join(['compare', ...next, ...rest]));
  const isWhole = describe.value.questions.length > 0 && lines.every((each) => each.trim() !== '');
  const { outcome, isFresh } = useAsked<Comparison>(
    isWhole ? ['compare', ...lines, ...rest, ...(rest.length ? [] : ['--method', method])] : null,
  );
  useRemembered(isFresh && outcome?.kind === 'answer');
  return (
    <div class="compare">
      <ol class="compared">
        {lines.map((each, i) => (
          <li key={i}>
            <span class={`letter series-${i}`} aria-hidden="true">
              {letterOf(i)}
            </span>
            <LineInput
              id={`line-${i}`}
              label={`Question ${letterOf(i)}`}
              placeholder={oneOrTwo[i] ?? 'a question'}
              value={each}
              onInput={(text) => put(lines.map((other, j) => (j === i ? text : other)))}
            />
            {lines.length > 2 && (
              <button
                type="button"
                class="chip quiet"
                aria-label={`Remove ${letterOf(i)}`}
                onClick={() => put(lines.filter((_, j) => j !== i))}
              >
                ×
              </button>
            )}
          </li>
        ))}
      </ol>
      <div class="actions">
        {lines.length < letters.length && (
          <button type="button" class="chip" onClick={() => put([...lines, lines.at(-1) ?? ''])}>
            + another
          </button>
        )}
        <button type="button" class="chip" aria-pressed={method === 'both'} onClick={() => setMethod(method === 'both' ? 'exact' : 'both')}>
          simulate too
        </button>
        {isWhole && <Share />}
      </div>
      {!isWhole && (
        <div class="note">
          <p>Compare two to six questions. One attack, or two in a row:</p>
          <Go line={join(['compare', ...oneOrTwo])} />
        </div>
      )}
      <Unanswered outcome={outcome} onSimulate={() => setMethod('both')} />
      {outcome?.kind === 'answer' && <Compared answer={outcome.answer} stale={!isFresh} />}
    </div>
  );
}

/** What is better, in words and side by side. */
export function Compared({ answer, stale }: { answer: Comparison; stale: boolean }) {
  const all = rowsOf(answer);
  const fates = all.filter(({ name }) => !/\bIFT /.test(name)); // a row of the table is of one shot: the table has them all
  const rows = fates.length ? fates : all;
  const names = lettersOf(answer);
  const verdict = ([] as string[]).concat(answer.verdict ?? []);
  return (
    <section class={`answer ${stale ? 'stale' : ''}`} aria-label="Compared" aria-live="polite">
      {answer.understood && <p class="understood">{answer.understood}</p>}
      {verdict.length > 0 && (
        <ul class="verdict">
          {verdict.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      <Figure
        title="side by side"
        draw={(width) => comparison(rows, { width, title: 'side by side' })}
        table={<Table names={names} answer={answer} />}
      />
      {answer.notes.map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
    </section>
  );
}

function Table({ names, answer }: { names: string[]; answer: Comparison }) {
  const difference = (event: Record<string, unknown>, name: string): Odds | undefined =>
    ((event.differences as Record<string, Odds> | undefined)?.[name] ??
      (names.length === 2 && name === 'b' ? event.difference : undefined)) as Odds | undefined;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">event</th>
          {names.map((name) => (
            <th scope="col" key={name}>
              {name.toUpperCase()}
            </th>
          ))}
          {names.slice(1).map((name) => (
            <th scope="col" key={name}>
              {name.toUpperCase()} − A
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {answer.events.map((event) => (
          <tr key={event.name}>
            <th scope="row">{event.name}</th>
            {names.map((name) => (
              <td key={name}>{percent((event[name] as Odds)?.exact ?? (event[name] as Odds)?.estimate)}</td>
            ))}
            {names.slice(1).map((name) => {
              const by = difference(event, name);
              return <td key={name}>{points(by?.exact ?? by?.estimate ?? null)}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
