import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Totals } from '#blocks/cart-view/totals.tsx';
import type { CartView } from '#blocks/cart-view/use-cart-view.ts';
import { refundDays } from '#contract/terms.ts';
import { paths } from '#shared/paths.ts';

/** Totals and the link to the checkout. Delivery is the sum of the lines' `totalDeliveryCost`. */
export const CartSummary = ({ subtotal, delivery, total }: CartView) => {
  const { t } = useTranslation('cart');
  return (
    <section className="cart-summary" aria-labelledby="cart-summary">
      <h2 id="cart-summary">{t('summary.heading')}</h2>
      <Totals subtotal={subtotal} delivery={delivery} total={total} />
      <Link className="btn btn-primary btn-lg" to={paths.checkout}>
        {t('summary.checkout')}
      </Link>
      <p className="quiet">{t('summary.note', { days: refundDays.changedMind })}</p>
    </section>
  );
};
