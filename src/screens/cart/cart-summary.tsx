import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePrices } from '#blocks/price/use-prices.ts';
import type { Pence } from '#contract/money.ts';
import { refundDays } from '#contract/terms.ts';
import { paths } from '#shared/paths.ts';

/** Goods, delivery (the sum of the lines' totalDeliveryCost) and total. */
export const CartSummary = ({ goods, delivery, total }: { readonly goods: Pence; readonly delivery: Pence; readonly total: Pence }) => {
  const { t } = useTranslation('cart');
  const { money } = usePrices();
  return (
    <section className="cart-summary" aria-labelledby="cart-summary">
      <h2 id="cart-summary">{t('summary.heading')}</h2>
      <dl>
        <div>
          <dt>{t('summary.goods')}</dt>
          <dd>{money(goods)}</dd>
        </div>
        <div>
          <dt>{t('summary.delivery')}</dt>
          <dd>{money(delivery)}</dd>
        </div>
        <div className="cart-summary-total">
          <dt>{t('summary.total')}</dt>
          <dd>{money(total)}</dd>
        </div>
      </dl>
      <Link className="btn btn-primary btn-lg" to={paths.checkout}>
        {t('summary.checkout')}
      </Link>
      <p className="quiet">{t('summary.note', { days: refundDays.changedMind })}</p>
    </section>
  );
};
