import { useTranslation } from 'react-i18next';
import { deskPath } from '#contract/desk/endpoints.ts';
import { Link } from '#shared/ui/link.tsx';
import { DeskHeading } from './parts/desk-heading.tsx';

/** Any other address of the desk. */
export const DeskNotFoundScreen = () => {
  const { t } = useTranslation('desk');
  return (
    <>
      <DeskHeading title={t('notFound.heading')} />
      <p>
        <Link to={deskPath}>{t('notFound.today')}</Link>
      </p>
    </>
  );
};
