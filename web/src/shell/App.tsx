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
import { GameView } from '../game/GameView';
import { filesDropped, openTogether } from '../game/open';
import { Home } from '../home/Home';
import { sentences } from '../home/sentences';
import { doubtful, go, isDamaged, line, settle } from '../line/line';
import { LineInput } from '../line/LineInput';
import { die } from '../pictures';
import { Doubtful } from './Doubtful';
import { Svg } from './Svg';
import { TextView } from '../text/TextView';
import { isDark, toggleTheme } from './theme';
import '../pictures/colors.css';
import './shell.css';

const views: Record<ViewName, () => JSX.Element | null> = {
  compare: CompareView,
  save: GameView,
  board: BoardView,
  assault: AssaultView,
  text: TextView,
};

const tabs: [ViewName | '', string][] = [
  ['', 'Ask'],
  ['save', 'Game'],
  ['compare', 'Compare'],
  ['board', 'Boards'],
  ['assault', 'Assaults'],
];

// A file may be dropped anywhere.
const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
document.addEventListener('dragover', (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  document.documentElement.dataset.drop = '';
});
document.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget || delete document.documentElement.dataset.drop);
document.addEventListener('drop', (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  delete document.documentElement.dataset.drop;
  void filesDropped(event.dataTransfer!).then(openTogether);
});

/** Why nothing can be asked at all. */
export const failure = signal('');

export function App() {
  const name = view.value;
  const View = name ? views[name] : words.value?.length ? QuestionView : Home;
  const isHome = View === Home;
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
        <div class={isHome ? 'top asking' : 'top'}>
          <h1 class={isHome ? '' : 'unseen'}>What are the odds?</h1>
          <LineInput
            id="line"
            label="Question"
            placeholder={sentences[0]}
            value={line.value}
            invalid={refusal.value !== null && !refusal.value.isLacking && refusal.value.line === undefined}
            onInput={(text) => go(text)}
            onEnter={() => (settle(), keep())}
          />
          <Status />
          {answer.value && <MiniHeadline answer={answer.value} stale={!fresh.value} />}
        </div>
        {failure.value ? (
          <p class="told" role="alert">
            The engine failed to start: {failure.value}
          </p>
        ) : doubtful.value.length || isDamaged.value ? (
          <Doubtful />
        ) : (
          <View />
        )}
      </main>
    </>
  );
}
