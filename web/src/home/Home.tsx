import { describe } from '../describe/loaded';
import { examplesOf } from '../form/examples';
import { forget, recent } from '../kept/recent';
import { files, forgetFile } from '../kept/files';
import { go } from '../line/line';
import { Go } from '../shell/Go';
import './home.css';

/** An attack as it may be typed without a word of the command line. */
export const plainWords = '12 +1 vs 4-6-7 in stone';

/** Where one begins: what can be asked, and what was asked last. */
export function Home() {
  return (
    <div class="home">
      <p class="lead">
        What are the odds? Type an attack in plain words, <Go line={plainWords} />, or tap a question and fill in its form.
      </p>
      {recent.value.length > 0 && (
        <section aria-labelledby="recent">
          <h2 id="recent">
            Asked last{' '}
            <button type="button" class="chip quiet" onClick={forget}>
              clear
            </button>
          </h2>
          <ul class="recent">
            {recent.value.slice(0, 8).map((line) => (
              <li key={line}>
                <Go line={line} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="questions">
        <h2 id="questions">What can be asked</h2>
        <ul class="cards">
          {describe.value.questions.map((question) => (
            <li key={question.name}>
              <a class="card-title" href={`#${question.name}`} onClick={(event) => (event.preventDefault(), go(question.name, 'step'))}>
                <b>{question.name}</b> {question.title}
              </a>
              {examplesOf(question)
                .slice(0, 2)
                .map((line) => (
                  <Go key={line} line={line} />
                ))}
            </li>
          ))}
        </ul>
      </section>
      {!__SINGLE__ && (
        <p>
          <a href="docs/questions.html">What it answers, and how</a>
        </p>
      )}
      {files.value.size > 0 && (
        <section aria-labelledby="files">
          <h2 id="files">Opened on this device</h2>
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
