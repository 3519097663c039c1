import { describe } from '../describe/loaded';
import { asked } from '../command/command';
import { join, split } from '../command/words';
import { toHash } from '../command/address';
import { forget, recent } from '../kept/recent';
import { files, forgetFile } from '../kept/files';
import { go } from '../line/line';
import './home.css';

/** Where one begins: what can be asked, and what was asked last. */
export function Home() {
  return (
    <div class="home">
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
          {describe.value.questions.map(({ name, title, examples }) => (
            <li key={name}>
              <a class="card-title" href={`#${name}`} onClick={(event) => (event.preventDefault(), go(name, 'step'))}>
                <b>{name}</b> {title}
              </a>
              {examples
                .slice(0, 2)
                .map((example) => join(asked(split(example))))
                .filter((line) => !line.includes('>') && !line.includes('.toml'))
                .map((line) => (
                  <Go key={line} line={line} />
                ))}
            </li>
          ))}
        </ul>
      </section>
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

const Go = ({ line }: { line: string }) => (
  <a class="go" href={toHash({ line, files: [] })} onClick={(event) => (event.preventDefault(), go(line, 'step'))}>
    <code>
      {line.split(' ').map((word, i) => (
        <span key={i}>{word} </span>
      ))}
    </code>
  </a>
);
