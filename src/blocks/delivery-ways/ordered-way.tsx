import { useTranslation } from 'react-i18next';
import type { Order } from '#contract/order.ts';
import { unbrokenHours } from '#shared/shop.tsx';
import { Address } from '#shared/ui/address.tsx';
import { Fact } from '#shared/ui/fact.tsx';

/** How an order gets to its buyer, in a `<dl>`: a faster way, or where and when it is collected; nothing of standard delivery. */
export const OrderedWayFact = ({ way }: Pick<Order, 'way'>) => {
  const { t } = useTranslation('common');
  if (!way) return null;
  if (!way.collection) return <Fact term={t('way.by')}>{way.name}</Fact>;
  const { name, address, hours } = way.collection;
  return (
    <>
      <Fact term={t('way.collect')}>
        <Address lines={[name, ...address.split('\n')]} />
      </Fact>
      <Fact term={t('way.hours')}>{unbrokenHours(hours).split('\n').join('; ')}</Fact>
    </>
  );
};
