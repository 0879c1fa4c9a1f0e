import { useTranslation } from 'react-i18next';
import { Lost } from '#blocks/lost/lost.tsx';

/** Any address that the shop does not know. */
export const NotFoundScreen = () => {
  const { t } = useTranslation('common');
  return <Lost heading={t('notFound.heading')} text={t('notFound.text')} />;
};
