import { useEffect } from 'preact/hooks';
import { describe } from '../describe/loaded';
import { openTogether } from '../game/open';
import { files, forgetFile } from '../kept/files';
import { forget, recent } from '../kept/recent';
import { go } from '../line/line';
import { FilePicker } from '../shell/FilePicker';
import { Lines } from '../shell/Go';
import { topics } from './sentences';
import './home.css';

/** The first screen, below the line: a board or a save, what was asked last, sentences to tap, and the forms. */
export function Home() {
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) document.getElementById('line')?.focus({ preventScroll: true }); // a phone's keyboard would hide the rest
  }, []);
  return (
    <div class="home">
      <FilePicker id="open-any" look="drop" onFiles={(all) => void openTogether(all)}>
        <b>Open a board or a save</b>
        <span>
          From VASL. Tap who fires, tap the target, read the odds.{' '}
          <span class="can-drop">You can also drop files anywhere on this page.</span>
        </span>
      </FilePicker>
      {recent.value.length > 0 && (
        <section aria-labelledby="recent">
          <h2 id="recent">
            Your last questions{' '}
            <button type="button" class="chip quiet" onClick={forget}>
              clear
            </button>
          </h2>
          <Lines look="recent" lines={recent.value.slice(0, 6)} />
        </section>
      )}
      <div class="topics">
        {topics.map(({ title, sentences }) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <Lines lines={sentences} />
          </section>
        ))}
      </div>
      <section aria-labelledby="forms">
        <h2 id="forms">Ask with a form</h2>
        <ul class="forms">
          {describe.value.questions.map(({ name, title }) => (
            <li key={name}>
              <a href={`#${name}`} onClick={(event) => (event.preventDefault(), go(name, 'step'))}>
                <b>{name}</b> {title}
              </a>
            </li>
          ))}
        </ul>
        {!__SINGLE__ && (
          <p class="note">
            <a href="docs/questions.html">All questions, with examples</a>
          </p>
        )}
      </section>
      {files.value.size > 0 && (
        <section aria-labelledby="files">
          <h2 id="files">Files on this device</h2>
          <ul class="files">
            {[...files.value.keys()].map((name) => (
              <li key={name}>
                {name}{' '}
                <button type="button" class="chip quiet" aria-label={`Forget ${name}`} onClick={() => forgetFile(name)}>
                  forget
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
