import { useTranslation } from 'react-i18next';
import { FactTable } from '#shared/ui/fact-table.tsx';
import { keptInBrowser } from './kept-in-browser.ts';

/** Every cookie and storage key: where it is, what it holds and why, and for how long. */
export const KeptTable = () => {
  const { t } = useTranslation('privacy');
  return (
    <FactTable
      caption={t('cookies.heading')}
      heads={[t('cookies.name'), t('cookies.where'), t('cookies.what'), t('cookies.long')]}
      rows={keptInBrowser.map(({ names, where, words }) => ({
        id: words,
        cells: [
          names.map((name) => <code key={name}>{name}</code>),
          t(`cookies.places.${where}`),
          t(`cookies.${words}.what`),
          t(`cookies.${words}.long`),
        ],
      }))}
    />
  );
};
