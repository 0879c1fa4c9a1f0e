import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#contract/account.ts';
import { accountLimits } from '#contract/account-forms.ts';
import { tidyPostcode } from '#contract/postcode.ts';
import { Field, type FieldState } from '#shared/ui/field.tsx';

type EmailFieldProps = FieldState & {
  /** Called with what is typed, e.g. to prefill another form. */
  readonly onTyped?: (email: string) => void;
  /** For registration, where `autoComplete` must not be `username`. */
  readonly isNew?: boolean;
};

/** The email address of an account. */
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
    />
  );
};

/** First and last name; `field` is the form's. */
export const NameFields = ({ field }: { readonly field: (name: 'firstName' | 'lastName') => FieldState }) => {
  const { t } = useTranslation('account');
  return (
    <>
      <Field {...field('firstName')} label={t('firstName')} autoComplete="given-name" isHalf />
      <Field {...field('lastName')} label={t('lastName')} autoComplete="family-name" isRequired={false} isHalf />
    </>
  );
};

type AddressName = 'streetAddress' | 'streetAddress2' | 'city' | 'state' | 'postalCode';

type AddressFieldsProps = {
  readonly form: {
    readonly field: (name: AddressName) => FieldState;
    readonly setValues: (values: { readonly postalCode: string }) => void;
  };
  readonly labelOf: (name: AddressName) => string;
};

/** A postal address; `labelOf` gives the labels. */
export const AddressFields = ({ form: { field, setValues }, labelOf }: AddressFieldsProps) => {
  const labelled = (name: AddressName) => ({ ...field(name), label: labelOf(name) });
  const postcode = labelled('postalCode');
  return (
    <>
      <Field {...labelled('streetAddress')} autoComplete="address-line1" />
      <Field {...labelled('streetAddress2')} autoComplete="address-line2" isOptional />
      <Field {...labelled('city')} autoComplete="address-level2" isHalf />
      <Field {...labelled('state')} autoComplete="address-level1" isOptional isHalf />
      <Field
        {...postcode}
        autoComplete="postal-code"
        onLeave={() => setValues({ postalCode: tidyPostcode(postcode.value) })}
        isCode
        isHalf
      />
    </>
  );
};

/** An optional phone number. */
export const PhoneField = (field: FieldState) => {
  const { t } = useTranslation('account');
  return <Field {...field} label={t('phone')} hint={t('phoneHint')} type="tel" autoComplete="tel" isOptional />;
};

/** Hidden: password managers need the user name of a password. */
export const UsernameField = ({ user }: { readonly user: User }) => (
  <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
);

type PasswordFieldProps = FieldState & {
  readonly label: string;
  /** A new password has the password rule as its hint. */
  readonly isNew?: boolean;
  readonly hint?: string;
};

/** A password with a show button. No `maxLength`: pasted passwords are never cut off. */
export const PasswordField = ({ isNew = false, hint, ...field }: PasswordFieldProps) => {
  const { t } = useTranslation('account');
  const [isShown, setIsShown] = useState(false);
  return (
    <Field
      {...field}
      type={isShown ? 'text' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      autoCapitalize="none"
      spellCheck={false}
      hint={isNew ? t('passwordRule', { min: accountLimits.password.min }) : hint}
    >
      <button
        type="button"
        className="btn btn-link show-password"
        aria-label={isShown ? t('hidePassword') : t('showPassword')}
        aria-controls={field.id}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? t('hide') : t('show')}
      </button>
    </Field>
  );
};

type OneTimeCodeFieldProps = FieldState & { readonly isAppOnly?: boolean };

/** The code of the authenticator app, with a button to enter a recovery code instead. */
export const OneTimeCodeField = ({ isAppOnly = false, ...field }: OneTimeCodeFieldProps) => {
  const { t } = useTranslation('account');
  const [isRecovery, setIsRecovery] = useState(false);
  const change = () => {
    setIsRecovery(!isRecovery);
    field.onChange('');
    document.getElementById(field.id)?.focus();
  };
  return (
    <div>
      <div className={isRecovery ? undefined : 'code-field'}>
        {isRecovery ? (
          <Field {...field} label={t('oneTimeCode.recovery')} hint={t('oneTimeCode.recoveryHint')} isCode />
        ) : (
          <Field
            {...field}
            label={t('oneTimeCode.app')}
            hint={t('oneTimeCode.appHint')}
            autoComplete="one-time-code"
            inputMode="numeric"
            spellCheck={false}
          />
        )}
      </div>
      {!isAppOnly && (
        <button type="button" className="btn btn-link" onClick={change}>
          {t(isRecovery ? 'oneTimeCode.useApp' : 'oneTimeCode.useRecovery')}
        </button>
      )}
    </div>
  );
};
