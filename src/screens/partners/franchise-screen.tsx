import { useTranslation } from 'react-i18next';
import { EnquiryPage } from './enquiry-page.tsx';

const benefits = ['range', 'name', 'look', 'opening', 'makers', 'training', 'own'] as const;

/** Franchise, with seven benefits. */
export const FranchiseScreen = () => {
  const { t } = useTranslation('partners');
  return (
    <EnquiryPage
      kind="franchise"
      heroStems={['vase-sage-front.504fa028.1200', 'basket-cream-front.4e5e1065.1200', 'candle-fig-front.0d7df95e.1200']}
      stem="nest-mixed-front.8f9c123d.1200"
      benefits={benefits.map((name) => ({ name: t(`franchise.benefits.${name}`), text: t(`franchise.benefits.${name}Text`) }))}
    />
  );
};
