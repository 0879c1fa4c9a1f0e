import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

export type ChosenFile = { readonly name: string; readonly text: string };

/** Why a chosen file is not taken. */
type Problem = 'kind' | 'large' | 'empty' | 'unreadable';

/** With one decimal. */
const megabytes = (bytes: number): number => Math.round(bytes / 100_000) / 10;

type FileFieldProps = {
  readonly label: string;
  /** Endings of the names of files that are taken. */
  readonly formats: readonly string[];
  readonly maxBytes: number;
  /** Disables the field while the chosen file is sent. */
  readonly isDisabled?: boolean;
  /** Gets undefined when another file was chosen, and then its content, unless it cannot be taken. */
  readonly onChoose: (file: ChosenFile | undefined) => void;
};

/** The text of a file, or why it cannot be taken. Whatever its name says, a text has no null characters. */
const read = async (file: File, formats: readonly string[], maxBytes: number): Promise<{ readonly text: string } | Problem> => {
  if (!formats.some((format) => file.name.toLowerCase().endsWith(format))) return 'kind';
  if (file.size > maxBytes) return 'large';
  const text = await file.text().catch(() => undefined);
  if (text === undefined) return 'unreadable';
  if (text.includes('\0')) return 'kind';
  return text.trim() === '' ? 'empty' : { text };
};

/**
 * A field for a text file, chosen or dropped. The name that it shows is that of the file that counts, the last one: browsers empty a file field whose
 * dialog is cancelled, and a field that keeps its file does not tell when the same one, mended, is chosen again.
 */
export const FileField = ({ label, formats, maxBytes, isDisabled = false, onChoose }: FileFieldProps) => {
  const { t } = useTranslation('desk');
  const id = useId();
  const lastRef = useRef<File>(undefined);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const choose = async (file: File) => {
    lastRef.current = file;
    setName(file.name);
    setProblem(undefined);
    onChoose(undefined);
    const found = await read(file, formats, maxBytes);
    if (lastRef.current !== file) return;
    if (typeof found === 'string') setProblem(found);
    else onChoose({ name: file.name, text: found.text });
  };
  const size = megabytes(lastRef.current?.size ?? 0);
  const values = { name, size, max: megabytes(maxBytes), formats: formats.join(', ') };
  return (
    <div className={problem === undefined ? 'field' : 'field is-wrong'}>
      <label htmlFor={id}>{label}</label>
      <div className="form-control desk-drop">
        <span id={`${id}name`} className={name === '' ? 'quiet' : undefined}>
          {name === '' ? t('file.none') : name}
        </span>
        <input
          id={id}
          type="file"
          accept={formats.join(',')}
          disabled={isDisabled}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? `${id}name` : `${id}name ${id}problem`}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void choose(file);
            target.value = '';
          }}
        />
      </div>
      <div id={`${id}problem`} role="status">
        {problem !== undefined && <p className="field-error">{t(`file.${problem}`, values)}</p>}
      </div>
    </div>
  );
};
