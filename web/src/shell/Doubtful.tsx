import { renamedIn } from '../command/files_named';
import { openFile } from '../kept/files';
import { doubtful, go, isDamaged, line, trust } from '../line/line';
import { FilePicker } from './FilePicker';

/** A link that names files and has not brought them: nothing is answered of others until it is said that they are the same. */
export function Doubtful() {
  const names = doubtful.value;
  const open = async (file: File, name: string) => {
    const to = await openFile(file);
    trust();
    go(renamedIn(line.value, [{ from: name, to }]), 'step');
  };
  return (
    <div class="missing" role="alert">
      {isDamaged.value && (
        <p>
          This link was cut off or damaged, so its files cannot be read. Ask for it again.{' '}
          {!names.length && (
            <button type="button" class="chip" onClick={trust}>
              continue without them
            </button>
          )}
        </p>
      )}
      {names.map((name) => (
        <p key={name}>
          {!isDamaged.value && (
            <>
              This link needs the file <b>{name}</b> but does not carry it. The {name} on this device may be a different file.{' '}
            </>
          )}
          <span class="chips">
            <FilePicker look="strong" onFile={(file) => void open(file, name)}>
              open {name}
            </FilePicker>
            <button type="button" class="chip" onClick={trust}>
              use the one on this device
            </button>
          </span>
        </p>
      ))}
    </div>
  );
}
