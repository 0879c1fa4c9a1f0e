import { type ReactNode, useId } from 'react';
import { useInputBeforeHydration } from '#shared/hooks/use-input-before-hydration.ts';

type SelectFieldProps = {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  /** The options, the one that asks to choose among them. */
  readonly children: ReactNode;
};

/** A field of a form whose value is one of a few: label above, control, and what is wrong under it. */
export const SelectField = ({ id, name, label, value, error, onChange, children }: SelectFieldProps) => {
  const about = useId();
  const select = useInputBeforeHydration<HTMLSelectElement>((chosen) => {
    if (chosen.value !== value) onChange(chosen.value);
  });
  return (
    <div className={error === undefined ? 'field' : 'field is-wrong'}>
      <label htmlFor={id}>{label}</label>
      <div className="field-control">
        <select
          ref={select}
          id={id}
          name={name}
          value={value}
          required
          className="form-select"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : about}
          onChange={(event) => onChange(event.target.value)}
        >
          {children}
        </select>
      </div>
      {error !== undefined && (
        <p id={about} className="field-error">
          {error}
        </p>
      )}
    </div>
  );
};
