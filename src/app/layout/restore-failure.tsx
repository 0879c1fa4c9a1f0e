import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { restoreRetried, selectRestoreState } from '#shared/restored-slice.ts';
import { ErrorNote } from '#shared/ui/failure-note.tsx';

/** Says that what was stored has not been restored, and that nothing is stored either, with Retry. */
export const RestoreFailure = () => {
  const { t } = useTranslation('common');
  const dispatch = useDispatch();
  const state = useSelector(selectRestoreState);
  if (state !== 'failed' && state !== 'retrying') return null;
  return (
    <div className="container-xl">
      <ErrorNote text={t('notRestored')} isBusy={state === 'retrying'} onRetry={() => dispatch(restoreRetried())} />
    </div>
  );
};
