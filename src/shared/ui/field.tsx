import { type InputHTMLAttributes, type KeyboardEvent, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useInputBeforeHydration } from '#shared/hooks/use-input-before-hydration.ts';

type Attributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'autoComplete' | 'inputMode' | 'autoCapitalize' | 'spellCheck' | 'enterKeyHint' | 'maxLength'
>;

/** The result of `useForm`'s `form.field(name)`. */
export type FieldState = {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
};

type FieldProps = Attributes &
  FieldState & {
    readonly label: string;
    /** On blur, e.g. to normalise the value. */
    readonly onLeave?: () => void;
    readonly onKeyDown?: (event: KeyboardEvent) => void;
    readonly hint?: ReactNode;
    readonly isOptional?: boolean;
    /** Unlike an optional field, one that is not required is not marked: hardly anybody leaves it empty. */
    readonly isRequired?: boolean;
    /** An order id or a postcode: capitals, no spelling check, no autofill unless `autoComplete` says so. */
    readonly isCode?: boolean;
    /** Half a row of a `.form-grid`. */
    readonly isHalf?: boolean;
    /** Makes it a textarea with this many rows. */
    readonly rows?: number;
    /** Shows a counter of the characters left. No `maxLength`: pasted text is never cut off silently. */
    readonly limit?: number;
    /** At the end of the control, e.g. a show-password button. */
    readonly children?: ReactNode;
  };

const codeAttributes: Attributes = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false };

/** The attributes that belong to a type. */
const attributesOfType: Readonly<Record<string, Attributes>> = {
  email: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  tel: { inputMode: 'tel' },
};

/** The counter is announced to screen readers from this many characters left. */
const maxAnnouncedLeft = 20;

const Counter = ({ id, left }: { readonly id: string; readonly left: number }) => {
  const { t } = useTranslation('common');
  const text = left < 0 ? t('form.over', { count: -left }) : t('form.left', { count: left });
  return (
    <>
      <p id={id} className={left < 0 ? 'field-counter is-over' : 'field-counter'}>
        {text}
      </p>
      <span className="visually-hidden" role="status">
        {left <= maxAnnouncedLeft && text}
      </span>
    </>
  );
};

/** A text field or textarea with its label, hint and validation error; `useForm`'s `form.field(name)` gives its props. */
export const Field = ({
  id,
  name,
  label,
  value,
  error,
  onChange,
  onLeave,
  hint,
  isOptional = false,
  isRequired = !isOptional,
  isCode = false,
  isHalf = false,
  rows,
  limit,
  children,
  type = 'text',
  ...attributes
}: FieldProps) => {
  const { t } = useTranslation('common');
  const descriptionId = useId();
  const readValue = (control: { readonly value: string }) => {
    if (control.value !== value) onChange(control.value);
  };
  const inputRef = useInputBeforeHydration<HTMLInputElement>(readValue);
  const textareaRef = useInputBeforeHydration<HTMLTextAreaElement>(readValue);
  const describedBy = [hint && `${descriptionId}hint`, error && `${descriptionId}error`, limit !== undefined && `${descriptionId}limit`]
    .filter(Boolean)
    .join(' ');
  const control = {
    id,
    name,
    value,
    required: isRequired,
    className: 'form-control',
    'aria-invalid': error !== undefined,
    'aria-describedby': describedBy || undefined,
    onBlur: onLeave,
    ...(isCode ? codeAttributes : attributesOfType[type]),
    ...attributes,
  };
  return (
    <div className={`field${isHalf ? ' field-half' : ''}${error === undefined ? '' : ' is-wrong'}`}>
      <label htmlFor={id}>
        <span>{label}</span>
        {isOptional && <span className="quiet"> ({t('form.optional')})</span>}
      </label>
      {hint && (
        <p id={`${descriptionId}hint`} className="field-hint">
          {hint}
        </p>
      )}
      <div className="field-control">
        {rows === undefined ? (
          <input {...control} ref={inputRef} type={type} onChange={(event) => onChange(event.target.value)} />
        ) : (
          <textarea {...control} ref={textareaRef} rows={rows} onChange={(event) => onChange(event.target.value)} />
        )}
        {children}
      </div>
      {error !== undefined && (
        <p id={`${descriptionId}error`} className="field-error">
          {error}
        </p>
      )}
      {limit !== undefined && <Counter id={`${descriptionId}limit`} left={limit - value.trim().length} />}
    </div>
  );
};

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
