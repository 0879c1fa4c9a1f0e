import { useTranslation } from 'react-i18next';
import { useShop } from '#shared/shop.tsx';
import { FactTable } from '#shared/ui/fact-table.tsx';
import { BrowserStorageTable } from './browser-storage-table.tsx';
import { type Chapter, LegalDocument, lastChanged, TraderDetails } from './legal-document.tsx';

/** The purposes of personal data, and the legal basis of each in the UK GDPR. */
const Purposes = () => {
  const { t } = useTranslation('privacy');
  return (
    <FactTable
      caption={t('use.heading')}
      heads={[t('use.what'), t('use.with'), t('use.why')]}
      rows={(['order', 'account', 'records', 'answer', 'waiting', 'safe', 'reviews', 'news'] as const).map((id) => ({
        id,
        cells: [t(`use.${id}`), t(`use.${id}With`), t(`use.${id}Why`)],
      }))}
    />
  );
};

const Retention = () => {
  const { t } = useTranslation('privacy');
  return (
    <FactTable
      caption={t('keeping.heading')}
      heads={[t('keeping.what'), t('keeping.long')]}
      rows={(
        [
          'orders',
          'unpaid',
          'events',
          'account',
          'lists',
          'reviews',
          'unverified',
          'waiting',
          'messages',
          'mails',
          'sessions',
          'proofs',
          'searches',
          'limits',
        ] as const
      ).map((id) => ({
        id,
        cells: [t(`keeping.${id}`), t(`keeping.${id}Long`)],
      }))}
    />
  );
};

/** The chapters on the data collected, its purposes and recipients. */
const useData = (): Chapter[] => {
  const { t } = useTranslation('privacy');
  return [
    { id: 'trader', heading: t('trader.heading'), parts: [t('trader.text'), { insert: <TraderDetails key="trader" /> }] },
    {
      id: 'collected',
      heading: t('collected.heading'),
      parts: [
        { heading: t('collected.give') },
        {
          list: [
            t('collected.order'),
            t('collected.payment'),
            t('collected.account'),
            t('collected.lists'),
            t('collected.refund'),
            t('collected.review'),
            t('collected.message'),
            t('collected.waiting'),
          ],
        },
        { heading: t('collected.self') },
        { list: [t('collected.network'), t('collected.log'), t('collected.search'), t('collected.browser'), t('collected.chat')] },
        t('collected.need'),
      ],
    },
    { id: 'use', heading: t('use.heading'), parts: [t('use.intro'), { insert: <Purposes key="purposes" /> }, t('use.machines')] },
    {
      id: 'sharing',
      heading: t('sharing.heading'),
      parts: [
        t('sharing.intro'),
        {
          list: [t('sharing.payment'), t('sharing.courier'), t('sharing.hosting'), t('sharing.advisers'), t('sharing.messaging')],
        },
        t('sharing.third'),
        t('sharing.abroad'),
      ],
    },
    {
      id: 'security',
      heading: t('security.heading'),
      parts: [
        t('security.how'),
        { list: [t('security.https'), t('security.password'), t('security.guess'), t('security.pictures'), t('security.people')] },
        t('security.breach'),
        t('security.id'),
      ],
    },
  ];
};

/** The chapters on browser storage, retention and the reader's rights. */
const useChoices = (): Chapter[] => {
  const shop = useShop();
  const { t } = useTranslation('privacy');
  return [
    {
      id: 'cookies',
      heading: t('cookies.heading'),
      parts: [t('cookies.intro'), { insert: <BrowserStorageTable key="kept" /> }, t('cookies.delete'), t('cookies.others')],
    },
    { id: 'keeping', heading: t('keeping.heading'), parts: [{ insert: <Retention key="retention" /> }, t('keeping.backups')] },
    {
      id: 'rights',
      heading: t('rights.heading'),
      parts: [
        t('rights.intro'),
        {
          list: [
            t('rights.access'),
            t('rights.correct'),
            t('rights.erase'),
            t('rights.limit'),
            t('rights.object'),
            t('rights.move'),
            t('rights.consent'),
          ],
        },
        t('rights.how'),
        t('rights.complain'),
      ],
    },
    { id: 'changes', heading: t('changes.heading'), parts: [t('changes.text')] },
    {
      id: 'support',
      heading: t('contact.heading'),
      parts: [t('contact.text', { email: shop.email, phone: shop.phones[0] ?? '' })],
    },
  ];
};

/** The privacy policy, by the UK GDPR. */
export const PrivacyScreen = () => {
  const shop = useShop();
  const { t } = useTranslation('privacy');
  const data = useData();
  const choices = useChoices();
  return (
    <LegalDocument
      titleKey="privacy"
      lead={t('lead', { shop: shop.name })}
      changed={lastChanged.privacy}
      chapters={[...data, ...choices]}
    />
  );
};
