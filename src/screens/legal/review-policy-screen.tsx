import { useTranslation } from 'react-i18next';
import { reviewDays } from '#contract/review.ts';
import { shop } from '#shared/shop.ts';
import { type Chapter, LegalDocument, lastChanged } from './legal-document.tsx';

/** How reviews work: who may write one, checks, incentives, removal, averages (DMCC Act 2024, schedule 20, and CMA208). */
export const ReviewPolicyScreen = () => {
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
