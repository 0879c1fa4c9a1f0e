import { useSelector } from 'react-redux';
import { selectError, selectStatus } from '#features/catalogue/catalogue-slice.ts';
import { useReload } from '#features/catalogue/use-catalogue-dispatch.ts';
import { FailureNote } from '#shared/ui/failure-note.tsx';

/** Why the products could not be loaded, with a way to try again; nothing while all is well. */
export const CatalogueFailure = () => {
  const error = useSelector(selectError);
  const isBusy = useSelector(selectStatus) === 'loading';
  const reload = useReload();
  return error && <FailureNote error={error} onRetry={reload} isBusy={isBusy} />;
};
