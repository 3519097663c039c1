import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { AssaultView } from '../assault/AssaultView';
import { MiniHeadline } from '../answer/MiniHeadline';
import { answer, first, fresh, refusal } from '../ask/asking';
import { QuestionView } from '../ask/QuestionView';
import { Status } from '../ask/Status';
import { BoardView } from '../board/BoardView';
import { CompareView } from '../compare/CompareView';
import { Home } from '../home/Home';
import { go, line, settle } from '../line/line';
import { LineInput } from '../line/LineInput';
import { die } from '../pictures';
import { Svg } from './Svg';
import { toggleTheme } from './theme';
import './shell.css';

/** Lines that have a view of their own; any other is a question. */
const views: Record<string, () => JSX.Element | null> = {
  compare: CompareView,
  board: BoardView,
  atlas: BoardView,
  assault: AssaultView,
  balance: AssaultView,
};

const tabs: [string, string][] = [
  ['', 'Ask'],
  ['compare', 'Compare'],
  ['board', 'Boards'],
  ['assault', 'Assaults'],
];

/** Why nothing can be asked at all. */
export const failure = signal('');

export function App() {
  const name = first.value;
  const View = name === '' ? Home : (views[name] ?? QuestionView);
  const tab = { atlas: 'board', balance: 'assault' }[name] ?? (name in views ? name : '');
  return (
    <>
      <header>
        <a class="brand" href="#" onClick={(event) => (event.preventDefault(), go('', 'step'))} aria-label="boxcars, start">
          <Svg class="die" svg={die(6, true, 26)} />
          <Svg class="die" svg={die(6, false, 26)} />
          <span>boxcars</span>
        </a>
        <nav class="tabs" aria-label="Views">
          {tabs.map(([to, words]) => (
            <a
              key={to}
              href={`#${to}`}
              aria-current={tab === to ? 'page' : undefined}
              onClick={(event) => (event.preventDefault(), go(to, 'step'))}
            >
              {words}
            </a>
          ))}
        </nav>
        <button type="button" class="theme" aria-label="Light or dark" onClick={toggleTheme}>
          ◐
        </button>
      </header>
      <main>
        <h1 class="unseen">boxcars: the odds of Advanced Squad Leader</h1>
        <div class="top">
          <LineInput
            id="line"
            label="Question"
            placeholder="12 +1 vs 4-6-7 in stone"
            value={line.value}
            invalid={refusal.value !== null}
            onInput={(text) => go(text)}
            onEnter={settle}
          />
          <Status />
          {View === QuestionView && answer.value && <MiniHeadline headline={answer.value.headline} stale={!fresh.value} />}
        </div>
        {failure.value ? (
          <p class="told" role="alert">
            The engine cannot be started: {failure.value}
          </p>
        ) : (
          <View />
        )}
      </main>
    </>
  );
}
