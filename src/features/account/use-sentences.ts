import { useTranslation } from 'react-i18next';
import { accountLimits } from '#contract/account-forms.ts';
import type { ApiError } from '#shared/api/api-error.ts';
import type { ValidationIssue } from '#shared/ui/field-errors.ts';

const minute = 60;

/** A wait in words: seconds, or whole minutes from two on. */
export const useWaitWords = () => {
  const { t } = useTranslation('account');
  return (seconds: number): string =>
    seconds < 2 * minute ? t('wait.seconds', { count: seconds }) : t('wait.minutes', { count: Math.ceil(seconds / minute) });
};

/** What is wrong with a field of the account's forms, in a sentence; for `fieldErrors`. `choosesPassword` where `password` is a new one. */
export const useFieldSentences = ({ choosesPassword = false } = {}) => {
  const { t } = useTranslation('account');
  const { least, most } = accountLimits.password;

  const newPassword = (fault: ValidationIssue, word: string): string => {
    if (fault === 'empty') return t('fault.newPassword');
    if (fault === 'long') return t('fault.passwordLong', { most });
    return word === 'common' ? t('fault.passwordCommon') : t('fault.passwordShort', { least });
  };

  return (name: string, fault: ValidationIssue, word: string): string => {
    switch (name) {
      case 'email':
        return fault === 'empty' ? t('fault.email') : t('fault.emailWrong');
      case 'password':
      case 'currentPassword':
        if (choosesPassword && name === 'password') return newPassword(fault, word);
        return fault === 'empty' ? t('fault.password') : t('fault.passwordLong', { most });
      case 'code':
        return fault === 'empty' ? t('fault.code') : t('fault.codeWrong');
      case 'acceptsTerms':
        return t('fault.terms');
      case 'phone':
        if (fault === 'empty') return t('fault.phone');
        return fault === 'wrong' ? t('fault.phoneWrong') : t('fault.long');
      case 'streetAddress':
        return fault === 'empty' ? t('fault.street') : t('fault.long');
      case 'city':
        return fault === 'empty' ? t('fault.city') : t('fault.long');
      case 'postalCode':
        return fault === 'empty' ? t('fault.postalCode') : t('fault.long');
      case 'firstName':
      case 'lastName':
        return fault === 'empty' ? t(`fault.${name}`) : t('fault.nameLong', { most: accountLimits.name });
      default:
        return t('fault.long');
    }
  };
};

/** Why one of the user calls failed, in a sentence: the server's own, or how long to wait, or that it could not be reached. */
export const useFailureSentence = () => {
  const { t } = useTranslation('account');
  const waitWords = useWaitWords();
  return ({ status, message, wait }: ApiError): string => {
    if (status === 429 && wait !== undefined) return t('failure.locked', { wait: waitWords(wait) });
    return message ?? (status === 'network' ? t('failure.network') : t('failure.other'));
  };
};
