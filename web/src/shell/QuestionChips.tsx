import { describe } from '../describe/loaded';
import { go } from '../line/line';

/** All questions of describe, to go to. */
export function QuestionChips({ current }: { current?: string }) {
  return (
    <nav class="question-chips" aria-label="Questions">
      {describe.value.questions.map(({ name, title }) => (
        <a
          key={name}
          class="chip"
          href={`#${name}`}
          title={title}
          aria-current={name === current ? 'page' : undefined}
          onClick={(event) => (event.preventDefault(), go(name, 'step'))}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
