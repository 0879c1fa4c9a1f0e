import type { TFunction } from 'i18next';
import type { ApiError } from './api-error.ts';

/** The sentence for a failed call: the server's where it sent one, else our own. */
export const failureText = (t: TFunction<'common'>, error: ApiError): string => {
  if (error.message) return error.message;
  return error.status === 'network' ? t('failure.network') : t('failure.unreadable');
};
