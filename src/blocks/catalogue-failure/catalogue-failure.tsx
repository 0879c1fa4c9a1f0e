import { useSelector } from 'react-redux';
import { selectError, selectStatus } from '#features/catalogue/catalogue-slice.ts';
import { useReload } from '#features/catalogue/use-catalogue.ts';
import { FailureNote } from '#shared/ui/failure-note.tsx';

/** The error of the catalogue with a Retry button; nothing without an error. */
export const CatalogueFailure = () => {
  const error = useSelector(selectError);
  const isBusy = useSelector(selectStatus) === 'loading';
  const reload = useReload('retry');
  return error && <FailureNote error={error} onRetry={reload} isBusy={isBusy} />;
};
