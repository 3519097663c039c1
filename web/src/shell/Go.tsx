import { toHash } from '../command/address';
import { go } from '../line/line';

/** A link to a line, which breaks between its words only. */
export function Go({ line }: { line: string }) {
  const words = line.split(' ');
  return (
    <a class="go" href={toHash({ line, files: [] })} onClick={(event) => (event.preventDefault(), go(line, 'step'))}>
      <code>
        {words.map((word, i) => (
          <span key={i}>{i + 1 < words.length ? word + ' ' : word}</span>
        ))}
      </code>
    </a>
  );
}
