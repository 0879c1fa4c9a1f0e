import { useTranslation } from 'react-i18next';
import { EnquiryPage } from './enquiry-page.tsx';

const benefits = ['range', 'name', 'look', 'opening', 'makers', 'training', 'own'] as const;

/** Franchise, with seven benefits. */
export const FranchiseScreen = () => {
  const { t } = useTranslation('partners');
  return (
    <EnquiryPage
      kind="franchise"
      heroStems={['vase-sage-front.4174c1e3', 'basket-cream-front.7301d512', 'candle-fig-front.3c3daa60']}
      stem="nest-mixed-front.b3d3fdfc"
      benefits={benefits.map((name) => ({ name: t(`franchise.benefits.${name}`), text: t(`franchise.benefits.${name}Text`) }))}
    />
  );
};
