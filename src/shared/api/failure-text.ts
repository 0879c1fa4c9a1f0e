import type { TFunction } from 'i18next';
import type { ApiError } from './api-error.ts';

/** The message for a failed call: the server's, or else a translated one. */
export const failureText = (t: TFunction<'common'>, error: ApiError): string => {
  if (error.message) return error.message;
  return typeof error.status === 'number' ? t('failure.unreadable') : t(`failure.${error.status}`);
};
