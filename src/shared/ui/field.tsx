import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useInputBeforeHydration } from '#shared/hooks/use-input-before-hydration.ts';

type Attributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'autoComplete' | 'inputMode' | 'autoCapitalize' | 'spellCheck' | 'enterKeyHint' | 'maxLength'
>;

type FieldProps = Attributes & {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  /** The shopper has moved on: a place to tidy what was typed. */
  readonly onLeave?: () => void;
  readonly hint?: ReactNode;
  readonly isOptional?: boolean;
  /** So many lines to write in, instead of one. */
  readonly rows?: number;
  /** Counts down to so many characters. More can be typed, so that nothing pasted is cut off in silence. */
  readonly limit?: number;
  /** Stands at the end of the field, e.g. a button that shows a password. */
  readonly children?: ReactNode;
};

/** From so few characters on, those who cannot see the counter are told. */
const nearTheLimit = 20;

const Counter = ({ id, left }: { readonly id: string; readonly left: number }) => {
  const { t } = useTranslation('common');
  const text = left < 0 ? t('form.over', { count: -left }) : t('form.left', { count: left });
  return (
    <>
      <p id={id} className={left < 0 ? 'field-counter is-over' : 'field-counter'}>
        {text}
      </p>
      <span className="visually-hidden" role="status">
        {left <= nearTheLimit && text}
      </span>
    </>
  );
};

/** One field of a form: label above, hint, control, and what is wrong under it. */
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
  rows,
  limit,
  children,
  type = 'text',
  ...attributes
}: FieldProps) => {
  const { t } = useTranslation('common');
  const about = useId();
  const hear = (typed: { readonly value: string }) => {
    if (typed.value !== value) onChange(typed.value);
  };
  const input = useInputBeforeHydration<HTMLInputElement>(hear);
  const area = useInputBeforeHydration<HTMLTextAreaElement>(hear);
  const described = [hint && `${about}hint`, error && `${about}error`, limit !== undefined && `${about}limit`].filter(Boolean).join(' ');
  const control = {
    id,
    name,
    value,
    required: !isOptional,
    className: 'form-control',
    'aria-invalid': error !== undefined,
    'aria-describedby': described || undefined,
    onBlur: onLeave,
    ...attributes,
  };
  return (
    <div className={error === undefined ? 'field' : 'field is-wrong'}>
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="quiet"> ({t('form.optional')})</span>}
      </label>
      {hint && (
        <p id={`${about}hint`} className="field-hint">
          {hint}
        </p>
      )}
      <div className="field-control">
        {rows === undefined ? (
          <input {...control} ref={input} type={type} onChange={(event) => onChange(event.target.value)} />
        ) : (
          <textarea {...control} ref={area} rows={rows} onChange={(event) => onChange(event.target.value)} />
        )}
        {children}
      </div>
      {error !== undefined && (
        <p id={`${about}error`} className="field-error">
          {error}
        </p>
      )}
      {limit !== undefined && <Counter id={`${about}limit`} left={limit - value.trim().length} />}
    </div>
  );
};
