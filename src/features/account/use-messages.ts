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
    if (issue === 'empty') return t('errors.newPassword');
    return issue === 'long' ? t('errors.passwordLong', { max }) : t('errors.passwordShort', { min });
  };

  return (name: string, issue: ValidationIssue): string => {
    switch (name) {
      case 'email':
        return issue === 'empty' ? t('errors.email') : t('errors.emailWrong');
      case 'password':
      case 'currentPassword':
        if (isNewPassword && name === 'password') return newPasswordMessage(issue);
        return issue === 'empty' ? t('errors.password') : t('errors.passwordLong', { max });
      case 'code':
        return issue === 'empty' ? t('errors.code') : t('errors.codeWrong');
      case 'oneTimeCode':
        return issue === 'empty' ? t('errors.oneTimeCode') : t('errors.oneTimeCodeWrong');
      case 'acceptsTerms':
        return t('errors.terms');
      case 'phone':
        if (issue === 'empty') return t('errors.phone');
        return issue === 'wrong' ? t('errors.phoneWrong') : t('errors.long');
      case 'streetAddress':
        return issue === 'empty' ? t('errors.street') : t('errors.long');
      case 'city':
        return issue === 'empty' ? t('errors.city') : t('errors.long');
      case 'postalCode':
        return issue === 'empty' ? t('errors.postalCode') : t('errors.long');
      case 'firstName':
      case 'lastName':
        return issue === 'empty' ? t(`errors.${name}`) : t('errors.nameLong', { max: accountLimits.name });
      default:
        return t('errors.long');
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
