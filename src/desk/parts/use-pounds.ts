import { useTranslation } from 'react-i18next';
import { formatSterling, pence } from '#contract/money.ts';

/** Formats an amount in pounds: "£51.00". */
export const usePounds = () => {
  const { i18n } = useTranslation();
  return (pounds: number): string => formatSterling(pence(pounds), i18n.language);
};
