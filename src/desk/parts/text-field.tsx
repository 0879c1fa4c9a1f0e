import { type ComponentProps, type KeyboardEventHandler, useId } from 'react';

export type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className' | 'onChange' | 'onKeyDown'> & {
  readonly label: string;
  /** Names the row of this field for screen readers, among fields with the same label. */
  readonly of?: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  /** Makes it a text of several lines. */
  readonly rows?: number;
  readonly onKeyDown?: KeyboardEventHandler<HTMLInputElement | HTMLTextAreaElement>;
};

/** A field with its label; `children` follow it. */
export const TextField = ({ label, of, onText, rows, children, value, ...input }: TextFieldProps) => {
  const id = useId();
  const { name, maxLength, onKeyDown, 'aria-invalid': isInvalid, 'aria-describedby': describedBy } = input;
  const field = {
    ...{ id, name, value, maxLength, onKeyDown, 'aria-invalid': isInvalid, 'aria-describedby': describedBy },
    className: 'form-control',
    autoComplete: 'off',
  };
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {of !== undefined && <span className="visually-hidden"> {of}</span>}
      </label>
      {rows === undefined ? (
        <input {...field} {...input} onChange={(event) => onText(event.target.value)} />
      ) : (
        <textarea {...field} rows={rows} onChange={(event) => onText(event.target.value)} />
      )}
      {children}
    </div>
  );
};
