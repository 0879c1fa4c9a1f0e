import { createContext, useContext, useState } from 'react';
import { type Call, useChangeMutation } from '#desk/desk-api.ts';
import { type ApiError, asApiError } from '#shared/api/api-error.ts';
import { FailureNote, ErrorNote } from '#shared/ui/failure-note.tsx';
import { useFreshCode } from './fresh-code.tsx';
import { useTranslation } from 'react-i18next';

/** Somebody else has changed it: `text` says who did what. What was typed stays; `onShow` shows it as it is now. */
const ConflictBar = ({ text, onShow }: { readonly text: string; readonly onShow: () => void }) => {
  const { t } = useTranslation('desk');
  return <ErrorNote text={text} action={t('conflict.show')} onRetry={onShow} />;
};

/** Shows what the page shows as it is now; `Fetched` gives it. */
export const ShowContext = createContext<() => void>(() => undefined);

/**
 * Sends the changes of one card, one at a time; `change` calls `onDone` with the answer, which may still throw why it was not done. `note` says
 * why the last one failed: what was typed stays, and where somebody else has changed the same thing meanwhile, a press
 * shows it as it is now: as `onShow` does, or by fetching it. `errors` are the server's by field.
 */
export const useChange = (onShow?: () => void) => {
  const showFetched = useContext(ShowContext);
  const [error, setError] = useState<ApiError>();
  const [isBusy, setIsBusy] = useState(false);
  const [send] = useChangeMutation();
  const withFreshCode = useFreshCode();
  const change = async <Answer,>(call: Call<Answer>, onDone: (answer: Answer) => unknown): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    setError(undefined);
    try {
      const answer = await withFreshCode(() => send(call).unwrap());
      await onDone(answer as Answer);
    } catch (cause) {
      setError(asApiError(cause));
    } finally {
      setIsBusy(false);
    }
  };
  const show = () => {
    setError(undefined);
    (onShow ?? showFetched)();
  };
  const note =
    error && (error.code === 'changed' ? <ConflictBar text={error.message ?? ''} onShow={show} /> : <FailureNote error={error} />);
  return { change, isBusy, note, errors: error?.errors };
};
