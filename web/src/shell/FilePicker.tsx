import type { ComponentChildren } from 'preact';

interface Props {
  id?: string;
  accept?: string;
  look?: 'strong' | 'quiet';
  onFile: (file: File) => void;
  children: ComponentChildren;
}

/** A chip that opens a file of this device. */
export const FilePicker = ({ id, accept, look, onFile, children }: Props) => (
  <label class={`chip file ${look ?? ''}`}>
    {children}
    <input
      id={id}
      type="file"
      accept={accept}
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0];
        currentTarget.value = ''; // so that the same one can be opened again
        if (file) onFile(file);
      }}
    />
  </label>
);
