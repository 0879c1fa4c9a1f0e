import { useTranslation } from 'react-i18next';
import { shop } from '#shared/shop.ts';
import { type Chapter, LegalDocument, lastChanged } from './legal-document.tsx';

/** The accessibility statement: measures, known gaps, contacts. */
export const AccessibilityScreen = () => {
  const { t } = useTranslation('accessibility');
  const chapters: Chapter[] = [
    { id: 'aim', heading: t('aim.heading'), parts: [t('aim.standard'), t('aim.state'), t('aim.ways')] },
    {
      id: 'tested',
      heading: t('tested.heading'),
      parts: [
        t('tested.intro'),
        { list: [t('tested.axe'), t('tested.narrow'), t('tested.keyboard'), t('tested.structure')] },
        t('tested.people'),
        t('tested.compatible'),
      ],
    },
    {
      id: 'limits',
      heading: t('limits.heading'),
      parts: [
        { list: [t('limits.people'), t('limits.compare'), t('limits.script'), t('limits.alt'), t('limits.others'), t('limits.language')] },
      ],
    },
    { id: 'help', heading: t('help.heading'), parts: [t('help.text')] },
    {
      id: 'complain',
      heading: t('complain.heading'),
      parts: [t('complain.how', { email: shop.email, phone: shop.phones[0] ?? '' }), t('complain.eass')],
    },
    { id: 'made', heading: t('made.heading'), parts: [t('made.text')] },
  ];
  return (
    <LegalDocument titleKey="accessibility" lead={t('lead', { shop: shop.name })} changed={lastChanged.accessibility} chapters={chapters} />
  );
};
