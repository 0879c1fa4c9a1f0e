import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountLimits } from '#contract/account-forms.ts';
import { Field, type FieldState } from '#shared/ui/field.tsx';

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
