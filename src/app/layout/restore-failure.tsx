import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { restoreRetried, selectRestoreState } from '#shared/restored-slice.ts';
import { ErrorNote } from '#shared/ui/failure-note.tsx';

/** Says that what was stored has not been restored, and that nothing is stored either, with Retry. */
export const RestoreFailure = () => {
  const { t } = useTranslation('common');
  const dispatch = useDispatch();
  const state = useSelector(selectRestoreState);
  const wasRetriedRef = useRef(false);
  useEffect(() => {
    // Retry, which had the focus, is gone with the note.
    if (state === 'restored' && wasRetriedRef.current) document.getElementById('content')?.focus({ preventScroll: true });
    wasRetriedRef.current = state === 'retrying';
  }, [state]);
  if (state !== 'failed' && state !== 'retrying') return null;
  return (
    <div className="container-xl">
      <ErrorNote text={t('notRestored')} isBusy={state === 'retrying'} onRetry={() => dispatch(restoreRetried())} />
    </div>
  );
};
