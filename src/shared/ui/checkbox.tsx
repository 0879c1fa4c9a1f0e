import { type ReactNode, useId } from 'react';
import { useInputBeforeHydration } from '#shared/hooks/use-input-before-hydration.ts';

type CheckboxProps = {
  readonly id: string;
  readonly name: string;
  readonly isChecked: boolean;
  readonly error: string | undefined;
  readonly onChange: (isChecked: boolean) => void;
  readonly isOptional?: boolean;
  /** `off` keeps a browser from restoring the checked state after a reload or on Back. */
  readonly autoComplete?: 'off';
  /** The label; may contain links. */
  readonly children: ReactNode;
};

/** A controlled checkbox with its label and its validation error; `useForm`'s `form.checkbox(name)` gives its props. */
export const Checkbox = ({ id, name, isChecked, error, onChange, isOptional = false, autoComplete, children }: CheckboxProps) => {
  const errorId = useId();
  const inputRef = useInputBeforeHydration<HTMLInputElement>(({ checked }) => {
    if (checked !== isChecked) onChange(checked);
  });
  return (
    <div className={error === undefined ? 'field checkbox' : 'field checkbox is-wrong'}>
      <input
        ref={inputRef}
        type="checkbox"
        id={id}
        name={name}
        checked={isChecked}
        required={!isOptional}
        autoComplete={autoComplete}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{children}</label>
      {error !== undefined && (
        <p id={errorId} className="field-error">
          {error}
        </p>
      )}
    </div>
  );
};
