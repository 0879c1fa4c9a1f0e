import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { deskPath } from '#contract/desk/endpoints.ts';
import type { ApiError } from '#shared/api/api-error.ts';
import { recover } from '#shared/recovery.ts';
import { ErrorNote, FailureNote } from '#shared/ui/failure-note.tsx';
import { Link } from '#shared/ui/link.tsx';
import { DeskHeading } from './parts/desk-heading.tsx';

export const DeskErrorScreen = () => {
  const error = useRouteError();
  const { t } = useTranslation('desk');
  const [failure, setFailure] = useState<ApiError>();
  useEffect(() => {
    void recover(error).then(setFailure);
  }, [error]);
  const reload = () => window.location.reload();
  return (
    <div className="desk-message">
      {failure ? <FailureNote error={failure} onRetry={reload} /> : <ErrorNote text={t('failed')} onRetry={reload} />}
    </div>
  );
};

/** Any other URL of the desk. */
export const DeskNotFoundScreen = () => {
  const { t } = useTranslation('desk');
  return (
    <>
      <DeskHeading title={t('notFound.heading')} />
      <p>
        <Link className="desk-alone" to={deskPath}>
          {t('notFound.today')}
        </Link>
      </p>
    </>
  );
};
