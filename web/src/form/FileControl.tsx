import { files, openFile } from '../kept/files';
import type { ControlProps } from './FieldControl';

/** A board or map that was opened, by its name, or another one. */
export function FileControl({ id, values, describedBy, onChange }: ControlProps) {
  const open = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (file) onChange([await openFile(file)]);
    input.value = '';
  };
  const names = [...new Set([...values, ...files.value.keys()])];
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
      <label class="chip quiet file">
        open a file
        <input id={id} type="file" onChange={(event) => void open(event.currentTarget)} />
      </label>
    </div>
  );
}
