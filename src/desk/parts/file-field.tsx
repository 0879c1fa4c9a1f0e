import { useId } from 'react';

type FileFieldProps = { readonly label: string; readonly accept: string; readonly onChoose: (file: File | undefined) => void };

/** A field for a file. */
export const FileField = ({ label, accept, onChoose }: FileFieldProps) => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={accept}
        className="form-control desk-drop"
        // The same file, mended, can be chosen again.
        onClick={({ currentTarget }) => {
          currentTarget.value = '';
        }}
        onChange={({ target }) => onChoose(target.files?.[0])}
      />
    </div>
  );
};
