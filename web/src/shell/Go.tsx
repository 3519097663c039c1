import { toHash } from '../command/address';
import { go } from '../line/line';

/** A link to a line, which breaks between its words only. */
export const Go = ({ line }: { line: string }) => (
  <a class="go" href={toHash({ line, files: [] })} onClick={(event) => (event.preventDefault(), go(line, 'step'))}>
    <code>
      {line.split(' ').map((word, i) => (
        <span key={i}>{i ? ' ' + word : word}</span>
      ))}
    </code>
  </a>
);
