import { useTranslation } from 'react-i18next';
import { NotFoundMessage } from '#blocks/not-found-message/not-found-message.tsx';

/** Any URL that the shop does not know. */
export const NotFoundScreen = () => {
  const { t } = useTranslation('common');
  return <NotFoundMessage heading={t('notFound.heading')} text={t('notFound.text')} />;
};
