import { useTranslation } from 'react-i18next';
import { accountLimits } from '#contract/account-forms.ts';
import type { ApiError } from '#shared/api/api-error.ts';
import type { ValidationIssue } from '#shared/ui/field-errors.ts';

const secondsPerMinute = 60;

/** Formats a waiting time in seconds; from two minutes on in whole minutes. */
export const useFormatWait = () => {
  const { t } = useTranslation('account');
  return (seconds: number): string =>
    seconds < 2 * secondsPerMinute
      ? t('wait.seconds', { count: seconds })
      : t('wait.minutes', { count: Math.ceil(seconds / secondsPerMinute) });
};

/** Makes the validation messages of the account's forms, for `fieldErrors`. `isNewPassword`: the field `password` chooses a new one. */
export const useFieldMessages = ({ isNewPassword = false } = {}) => {
  const { t } = useTranslation('account');
  const { min, max } = accountLimits.password;

  const newPasswordMessage = (issue: ValidationIssue): string => {
    if (issue === 'empty') return t('fault.newPassword');
    return issue === 'long' ? t('fault.passwordLong', { max }) : t('fault.passwordShort', { min });
  };

  return (name: string, issue: ValidationIssue): string => {
    switch (name) {
      case 'email':
        return issue === 'empty' ? t('fault.email') : t('fault.emailWrong');
      case 'password':
      case 'currentPassword':
        if (isNewPassword && name === 'password') return newPasswordMessage(issue);
        return issue === 'empty' ? t('fault.password') : t('fault.passwordLong', { max });
      case 'code':
        return issue === 'empty' ? t('fault.code') : t('fault.codeWrong');
      case 'oneTimeCode':
        return issue === 'empty' ? t('fault.oneTimeCode') : t('fault.oneTimeCodeWrong');
      case 'acceptsTerms':
        return t('fault.terms');
      case 'phone':
        if (issue === 'empty') return t('fault.phone');
        return issue === 'wrong' ? t('fault.phoneWrong') : t('fault.long');
      case 'streetAddress':
        return issue === 'empty' ? t('fault.street') : t('fault.long');
      case 'city':
        return issue === 'empty' ? t('fault.city') : t('fault.long');
      case 'postalCode':
        return issue === 'empty' ? t('fault.postalCode') : t('fault.long');
      case 'firstName':
      case 'lastName':
        return issue === 'empty' ? t(`fault.${name}`) : t('fault.nameLong', { max: accountLimits.name });
      default:
        return t('fault.long');
    }
  };
};

/** Makes the message of a failed user call: the server's own, how long to wait after too many tries, or that it cannot be reached. */
export const useFailureMessage = () => {
  const { t } = useTranslation('account');
  const formatWait = useFormatWait();
  return ({ status, message, retryAfterSeconds }: ApiError): string => {
    if (status === 429 && retryAfterSeconds !== undefined) return t('failure.locked', { wait: formatWait(retryAfterSeconds) });
    return message ?? (status === 'network' ? t('failure.network') : t('failure.other'));
  };
};
