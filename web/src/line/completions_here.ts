import { engine } from '../engine/engine';
import { files } from '../kept/files';
import { completions, type Completion } from './completion';

/** What may stand where the caret is in a line of the page. */
export const completionsHere = (line: string, caret: number): Promise<Completion[]> =>
  completions(line, caret, async (words) => (await engine.run(['complete', '--', ...words])).stdout, [...files.value.keys()]).catch(
    () => [],
  );
