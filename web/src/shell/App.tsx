import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { AssaultView } from '../assault/AssaultView';
import { MiniHeadline } from '../answer/MiniHeadline';
import { answer, fresh, keep, refusal, view, words } from '../ask/asking';
import { QuestionView } from '../ask/QuestionView';
import { Status } from '../ask/Status';
import { BoardView } from '../board/BoardView';
import type { ViewName } from '../command/views';
import { CompareView } from '../compare/CompareView';
import { Home, plainWords } from '../home/Home';
import { go, line, settle } from '../line/line';
import { LineInput } from '../line/LineInput';
import { die } from '../pictures';
import { Svg } from './Svg';
import { TextView } from '../text/TextView';
import { isDark, toggleTheme } from './theme';
import '../pictures/colors.css';
import './shell.css';

const views: Record<ViewName, () => JSX.Element | null> = { compare: CompareView, board: BoardView, assault: AssaultView, text: TextView };

const tabs: [ViewName | '', string][] = [
  ['', 'Ask'],
  ['compare', 'Compare'],
  ['board', 'Boards'],
  ['assault', 'Assaults'],
];

/** Why nothing can be asked at all. */
export const failure = signal('');

export function App() {
  const name = view.value;
  const View = name ? views[name] : words.value?.length ? QuestionView : Home;
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
              aria-current={(name === 'text' ? '' : (name ?? '')) === to ? 'page' : undefined}
              onClick={(event) => (event.preventDefault(), go(to, 'step'))}
            >
              {words}
            </a>
          ))}
        </nav>
        <button type="button" class="theme" aria-label="Dark" aria-pressed={isDark.value} onClick={toggleTheme}>
          ◐
        </button>
      </header>
      <main>
        <h1 class="unseen">boxcars: the odds of Advanced Squad Leader</h1>
        <div class="top">
          <LineInput
            id="line"
            label="Question"
            placeholder={plainWords}
            value={line.value}
            invalid={refusal.value !== null && !refusal.value.isLacking && refusal.value.line === undefined}
            onInput={(text) => go(text)}
            onEnter={() => (settle(), keep())}
          />
          <Status />
          {answer.value && <MiniHeadline headline={answer.value.headline} stale={!fresh.value} />}
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
