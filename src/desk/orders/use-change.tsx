import { useState } from 'react';
import type { ManyMoved } from '#contract/desk/orders.ts';
import { ConflictBar } from '#desk/parts/conflict-bar.tsx';
import { type ApiError, asApiError } from '#shared/api/api-error.ts';
import { FailureNote } from '#shared/ui/failure-note.tsx';

/** The answer to a call that moves one order by way of many; throws why it did not. */
export const theOnly = ({ refused: [refusal] }: ManyMoved): void => {
  if (refusal) throw { status: 409, code: 'changed', message: refusal.message } satisfies ApiError;
};

/**
 * Sends the changes of one card, one at a time. `note` says why the last one failed: what was typed stays, and where somebody else has changed
 * the order meanwhile, it shows the order as it is now on a press.
 */
export const useChange = (onShow: () => void) => {
  const [error, setError] = useState<ApiError>();
  const [isBusy, setIsBusy] = useState(false);
  const change = async (call: () => Promise<unknown>): Promise<boolean> => {
    if (isBusy) return false;
    setIsBusy(true);
    setError(undefined);
    try {
      await call();
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
  const note = error && (error.code === 'changed' ? <ConflictBar text={error.message} onShow={show} /> : <FailureNote error={error} />);
  return { change, isBusy, note };
};
