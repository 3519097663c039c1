import { useEffect, useState } from 'preact/hooks';
import { engine } from '../engine/engine';

const known = new Map<string, string[]>();

/** What may stand after a unit's comma, as the line's completion has it: `broken`, `elr=3`, ... */
export function useAttributes(question: string, option: string, unit: string): string[] {
  const key = [question, option, unit].join(' ');
  const [, redraw] = useState(key);
  useEffect(() => {
    if (!unit || known.has(key)) return undefined;
    let isGone = false;
    const show = (stdout: string) => {
      known.set(key, attributesIn(stdout, unit + ','));
      if (!isGone) redraw(key + ' known');
    };
    engine.run(['complete', '--', question, option, unit + ',']).then(
      ({ stdout }) => show(stdout),
      () => undefined,
    );
    return () => void (isGone = true);
  }, [key]);
  return known.get(key) ?? [];
}

/** Each once, however it is spelled. */
function attributesIn(stdout: string, before: string): string[] {
  const found = new Map<string, string>();
  for (const line of stdout.split('\n')) {
    const word = line.replace(/\t.*/, '');
    const attribute = word.startsWith(before) ? word.slice(before.length) : '';
    if (attribute && !found.has(attribute.toLowerCase())) found.set(attribute.toLowerCase(), attribute);
  }
  return [...found.values()];
}
