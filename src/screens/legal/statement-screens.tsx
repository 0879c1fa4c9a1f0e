import { useTranslation } from 'react-i18next';
import { reviewDays } from '#contract/review.ts';
import { useShop } from '#shared/shop.tsx';
import { type Chapter, LegalDocument, lastChanged } from './legal-document.tsx';

/** The accessibility statement: measures, known gaps, contacts. */
export const AccessibilityScreen = () => {
  const shop = useShop();
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

/** How reviews work: who may write one, checks, incentives, removal, averages (DMCC Act 2024, schedule 20, and CMA208). */
export const ReviewPolicyScreen = () => {
  const shop = useShop();
  const { t } = useTranslation('review-policy');
  const chapters: Chapter[] = [
    {
      id: 'who',
      heading: t('who.heading'),
      parts: [t('who.buyers'), t('who.asked', { days: reviewDays.toAsk, answer: reviewDays.toAnswer }), t('who.not')],
    },
    {
      id: 'checks',
      heading: t('checks.heading'),
      parts: [t('checks.how'), { list: [t('checks.order'), t('checks.once'), t('checks.read')] }],
    },
    { id: 'incentives', heading: t('incentives.heading'), parts: [t('incentives.none'), t('incentives.all')] },
    {
      id: 'removal',
      heading: t('removal.heading'),
      parts: [
        t('removal.why'),
        { list: [t('removal.fake'), t('removal.offensive'), t('removal.private'), t('removal.other')] },
        t('removal.critical'),
        t('removal.told'),
        t('removal.report'),
      ],
    },
    { id: 'average', heading: t('average.heading'), parts: [t('average.what'), t('average.removed'), t('average.order')] },
    { id: 'wrong', heading: t('wrong.heading'), parts: [t('wrong.text', { email: shop.email })] },
  ];
  return (
    <LegalDocument titleKey="reviewPolicy" lead={t('lead', { shop: shop.name })} changed={lastChanged.reviewPolicy} chapters={chapters} />
  );
};
