import type { ComponentChildren } from 'preact';

interface Props {
  id?: string;
  accept?: string;
  look?: 'strong' | 'quiet' | 'drop';
  onFile?: (file: File) => void;
  onFiles?: (files: File[]) => void; // several at once
  isFolder?: boolean; // all files of one
  children: ComponentChildren;
}

/** A chip that opens a file of this device, or several. */
export const FilePicker = ({ id, accept, look, onFile, onFiles, isFolder, children }: Props) => (
  <label class={`chip file ${look ?? ''}`}>
    {children}
    <input
      id={id}
      type="file"
      accept={accept}
      multiple={onFiles !== undefined}
      {...(isFolder && { webkitdirectory: true })}
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])];
        currentTarget.value = ''; // so that the same one can be opened again
        if (files[0]) (onFile?.(files[0]), onFiles?.(files));
      }}
    />
  </label>
);
