import { useTranslation } from 'react-i18next';
import { formatSterling, pence } from '#contract/money.ts';

/** "£51.00" of pounds. */
export const usePounds = () => {
  const { i18n } = useTranslation();
  return (pounds: number): string => formatSterling(pence(pounds), i18n.language);
};
