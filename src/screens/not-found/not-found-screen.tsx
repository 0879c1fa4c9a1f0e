import { useTranslation } from 'react-i18next';
import { NotFoundMessage } from '#blocks/not-found-message/not-found-message.tsx';

export const NotFoundScreen = () => {
  const { t } = useTranslation('common');
  return <NotFoundMessage heading={t('notFound.heading')} text={t('notFound.text')} />;
};
