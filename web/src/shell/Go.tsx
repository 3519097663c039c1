import { toHash } from '../command/address';
import { go } from '../line/line';

/** A line that breaks between its words only. */
export const Words = ({ line }: { line: string }) => (
  <>
    {line.split(' ').map((word, i, all) => (
      <span key={i}>{i + 1 < all.length ? word + ' ' : word}</span>
    ))}
  </>
);

/** A link to a line. */
export function Go({ line }: { line: string }) {
  return (
    <a class="go" href={toHash({ line, files: [] })} onClick={(event) => (event.preventDefault(), go(line, 'step'))}>
      <Words line={line} />
    </a>
  );
}

/** Lines to tap, one below the other. */
export const Lines = ({ lines, look = '' }: { lines: readonly string[]; look?: string }) => (
  <ul class={`lines ${look}`}>
    {lines.map((line) => (
      <li key={line}>
        <Go line={line} />
      </li>
    ))}
  </ul>
);
