import { useTranslation } from 'react-i18next';
import { FactTable } from '#shared/ui/fact-table.tsx';

/**
 * Everything that the shop stores in a browser: cookies by the names that the API sets, and the keys of the two storages, where … is any
 * text. The privacy page shows it: `textKey` is a key below `cookies` in privacy.json. A house test compares it with the sources.
 */
export const browserStorageList = [
  { names: ['session', '__Host-session'], where: 'cookie', textKey: 'session' },
  { names: ['registration', '__Host-registration'], where: 'cookie', textKey: 'registration' },
  { names: ['known-browser', '__Host-known-browser'], where: 'cookie', textKey: 'known' },
  { names: ['XSRF-TOKEN'], where: 'cookie', textKey: 'token' },
  { names: ['persist:flone'], where: 'localStorage', textKey: 'memory' },
  { names: ['flone:lists'], where: 'localStorage', textKey: 'lists' },
  { names: ['flone:seen'], where: 'localStorage', textKey: 'seen' },
  { names: ['flone:ordered'], where: 'localStorage', textKey: 'ordered' },
  { names: ['flone:cart-order'], where: 'localStorage', textKey: 'cartOrder' },
  { names: ['flone:signed-out'], where: 'localStorage', textKey: 'signedOut' },
  { names: ['flone:theme'], where: 'localStorage', textKey: 'theme' },
  { names: ['flone:card'], where: 'localStorage', textKey: 'card' },
  { names: ['i18nextLng'], where: 'localStorage', textKey: 'language' },
  { names: ['flone:checkout'], where: 'sessionStorage', textKey: 'draft' },
  { names: ['flone:delivery-way'], where: 'sessionStorage', textKey: 'way' },
  { names: ['flone:order'], where: 'sessionStorage', textKey: 'attempt' },
  { names: ['flone:message:…'], where: 'sessionStorage', textKey: 'message' },
  { names: ['flone:refund:…'], where: 'sessionStorage', textKey: 'refund' },
  { names: ['flone:signed-out'], where: 'sessionStorage', textKey: 'tabSignedOut' },
  { names: ['flone:scroll'], where: 'sessionStorage', textKey: 'scroll' },
  { names: ['flone:reloaded'], where: 'sessionStorage', textKey: 'reloaded' },
] as const;

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
