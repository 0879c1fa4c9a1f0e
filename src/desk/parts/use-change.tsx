import { useState } from 'react';
import { type ApiError, asApiError } from '#shared/api/api-error.ts';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { ConflictBar } from './conflict-bar.tsx';
import { useFreshCode } from './fresh-code.tsx';

/**
 * Sends the changes of one card, one at a time. `note` says why the last one failed: what was typed stays, and where somebody else has changed
 * the same thing meanwhile, `onShow` shows it as it is now on a press. `change` gives whether the call succeeded; `errors` are
 * the server's by field.
 */
export const useChange = (onShow: () => void) => {
  const [error, setError] = useState<ApiError>();
  const [isBusy, setIsBusy] = useState(false);
  const withFreshCode = useFreshCode();
  const change = async (call: () => Promise<unknown>): Promise<boolean> => {
    if (isBusy) return false;
    setIsBusy(true);
    setError(undefined);
    try {
      await withFreshCode(call);
      return true;
    } catch (cause) {
      setError(asApiError(cause));
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  const show = () => {
    setError(undefined);
    onShow();
  };
  const note =
    error && (error.code === 'changed' ? <ConflictBar text={error.message ?? ''} onShow={show} /> : <FailureNote error={error} />);
  return { change, isBusy, note, errors: error?.errors };
};
