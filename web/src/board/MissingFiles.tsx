import { addFile } from '../kept/files';
import { FilePicker } from '../shell/FilePicker';

/** Files that a link names, but this device does not have. */
export function MissingFiles({ names }: { names: string[] }) {
  const open = async (file: File, name: string) => addFile(name, new Uint8Array(await file.arrayBuffer()));
  return (
    <div class="missing" role="alert">
      {names.map((name) => (
        <p key={name}>
          This question needs the file <b>{name}</b>.{' '}
          <FilePicker look="strong" onFile={(file) => void open(file, name)}>
            open {name}
          </FilePicker>
        </p>
      ))}
    </div>
  );
}
