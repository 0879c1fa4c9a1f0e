import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { restoreRetried, selectRestoreState } from '#shared/restored-slice.ts';
import { ErrorNote, FailureNote } from '#shared/ui/failure-note.tsx';

/** Says that what was stored has not been restored, and that nothing is stored either, with Retry, or a reload after an update of the shop. */
export const RestoreFailure = () => {
  const { t } = useTranslation('common');
  const dispatch = useDispatch();
  const state = useSelector(selectRestoreState);
  if (state === 'pending' || state === 'restored') return null;
  return (
    <div className="container-xl">
      {state === 'updated' ? (
        <FailureNote error={{ status: 'updated' }} />
      ) : (
        <ErrorNote text={t('notRestored')} isBusy={state === 'retrying'} onRetry={() => dispatch(restoreRetried())} />
      )}
    </div>
  );
};
