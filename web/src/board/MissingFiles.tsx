import { openFile } from '../kept/files';
import { addFile } from '../kept/files';

/** Files that a link names, but this device does not have. */
export function MissingFiles({ names }: { names: string[] }) {
  const open = async (input: HTMLInputElement, name: string) => {
    const file = input.files?.[0];
    if (!file) return;
    if (file.name === name) await openFile(file);
    else addFile(name, new Uint8Array(await file.arrayBuffer()));
  };
  return (
    <div class="missing" role="alert">
      {names.map((name) => (
        <p key={name}>
          This question is about the file <b>{name}</b>, which was not opened on this device yet.{' '}
          <label class="chip strong file">
            open {name}
            <input type="file" onChange={(event) => void open(event.currentTarget, name)} />
          </label>
        </p>
      ))}
    </div>
  );
}
