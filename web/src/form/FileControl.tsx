import { isSave } from '../board/boards';
import { files, openFile } from '../kept/files';
import { FilePicker } from '../shell/FilePicker';
import type { ControlProps } from './control';

/** A board or map that was opened, by its name, or another one. */
export function FileControl({ id, field, values, describedBy, onChange }: ControlProps) {
  const open = async (file: File) => onChange([await openFile(file)]);
  const takesSaves = /\bsave\b/.test(field.help);
  const names = [...new Set([...values, ...[...files.value.keys()].filter((name) => isSave(name) === takesSaves)])];
  return (
    <div class="chips" role="group" aria-labelledby={id + '-label'} aria-describedby={describedBy}>
      {names.map((name) => (
        <button
          type="button"
          key={name}
          class="chip"
          aria-pressed={values[0] === name}
          onClick={() => onChange(values[0] === name ? null : [name])}
        >
          {name}
        </button>
      ))}
      <FilePicker id={id} look="quiet" onFile={(file) => void open(file)}>
        open a file
      </FilePicker>
    </div>
  );
}
