import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, type FieldState } from '#shared/ui/field.tsx';

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
