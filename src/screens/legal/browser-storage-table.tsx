import { useTranslation } from 'react-i18next';
import { FactTable } from '#shared/ui/fact-table.tsx';
import { browserStorageList } from './browser-storage-list.ts';

/** Every cookie and storage key: where it is, its content and purpose, and its lifetime. */
export const BrowserStorageTable = () => {
  const { t } = useTranslation('privacy');
  return (
    <FactTable
      caption={t('cookies.heading')}
      heads={[t('cookies.name'), t('cookies.where'), t('cookies.what'), t('cookies.long')]}
      rows={browserStorageList.map(({ names, where, textKey }) => ({
        id: textKey,
        cells: [
          names.map((name) => <code key={name}>{name}</code>),
          t(`cookies.places.${where}`),
          t(`cookies.${textKey}.what`),
          t(`cookies.${textKey}.long`),
        ],
      }))}
    />
  );
};
