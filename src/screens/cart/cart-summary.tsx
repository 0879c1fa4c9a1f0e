import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Totals } from '#blocks/cart-view/totals.tsx';
import type { Pence } from '#contract/money.ts';
import { refundDays } from '#contract/terms.ts';
import { paths } from '#shared/paths.ts';

/** Totals and the link to the checkout. Delivery is the sum of the lines' `totalDeliveryCost`. */
export const CartSummary = ({ goods, delivery, total }: { readonly goods: Pence; readonly delivery: Pence; readonly total: Pence }) => {
  const { t } = useTranslation('cart');
  return (
    <section className="cart-summary" aria-labelledby="cart-summary">
      <h2 id="cart-summary">{t('summary.heading')}</h2>
      <Totals goods={goods} delivery={delivery} total={total} />
      <Link className="btn btn-primary btn-lg" to={paths.checkout}>
        {t('summary.checkout')}
      </Link>
      <p className="quiet">{t('summary.note', { days: refundDays.changedMind })}</p>
    </section>
  );
};
