import { type ReactNode, useId } from 'react';
import { useInputBeforeHydration } from '#shared/hooks/use-input-before-hydration.ts';
import type { FieldState } from './field.tsx';

type SelectFieldProps = FieldState & {
  readonly label: string;
  /** The options, with the one that prompts for a choice. */
  readonly children: ReactNode;
};

/** A select with its label and validation error; `useForm`'s `form.field(name)` gives its props. */
export const SelectField = ({ id, name, label, value, error, onChange, children }: SelectFieldProps) => {
  const errorId = useId();
  const selectRef = useInputBeforeHydration<HTMLSelectElement>((select) => {
    if (select.value !== value) onChange(select.value);
  });
  return (
    <div className={error === undefined ? 'field' : 'field is-wrong'}>
      <label htmlFor={id}>{label}</label>
      <div className="field-control">
        <select
          ref={selectRef}
          id={id}
          name={name}
          value={value}
          required
          className="form-select"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          onChange={(event) => onChange(event.target.value)}
        >
          {children}
        </select>
      </div>
      {error !== undefined && (
        <p id={errorId} className="field-error">
          {error}
        </p>
      )}
    </div>
  );
};
