import { useTranslation } from 'react-i18next';
import { Field } from '#shared/ui/field.tsx';

/** The result of `form.field` of a `useForm` form. */
type FieldState = {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
};

type EmailFieldProps = FieldState & {
  /** Called with what is typed, e.g. to prefill another form. */
  readonly onTyped?: (email: string) => void;
  /** For registration: `autoComplete` is not yet `username`. */
  readonly isNew?: boolean;
};

/** The e-mail address of an account. */
export const EmailField = ({ onTyped, isNew = false, onChange, ...field }: EmailFieldProps) => {
  const { t } = useTranslation('account');
  return (
    <Field
      {...field}
      onChange={(value) => {
        onChange(value);
        onTyped?.(value);
      }}
      label={t('email')}
      type="email"
      autoComplete={isNew ? 'email' : 'username'}
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
};

/** First and last name; `field` is the form's. */
export const NameFields = ({ field }: { readonly field: (name: 'firstName' | 'lastName') => FieldState }) => {
  const { t } = useTranslation('account');
  return (
    <>
      <div className="field-half">
        <Field {...field('firstName')} label={t('firstName')} autoComplete="given-name" />
      </div>
      <div className="field-half">
        <Field {...field('lastName')} label={t('lastName')} autoComplete="family-name" />
      </div>
    </>
  );
};

/** An optional phone number. */
export const PhoneField = (field: FieldState) => {
  const { t } = useTranslation('account');
  return <Field {...field} label={t('phone')} hint={t('phoneHint')} type="tel" autoComplete="tel" inputMode="tel" isOptional />;
};
