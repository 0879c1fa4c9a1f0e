import { useTranslation } from 'react-i18next';
import { usePrices } from '#blocks/price/price.tsx';
import type { Pence } from '#contract/money.ts';
import { clientOnly } from '#shared/ui/client-only.tsx';
import { Checkbox } from '#shared/ui/field.tsx';
import type { CheckoutForm } from './use-checkout-form.ts';

const GiftWrapPreview = clientOnly(() => import('./gift-wrap-preview.tsx').then((module) => module.GiftWrapPreview), [], {
  isOptional: true,
  Fallback: () => <div className="gift-wrap-room" />,
});

/** Wrapping as a gift, for this price: never ticked but by the shopper. */
export const GiftWrap = ({ form, price }: { readonly form: CheckoutForm; readonly price: Pence }) => {
  const { t } = useTranslation('checkout');
  const { money } = usePrices();
  const { error: _, value, onChange, ...field } = form.field('giftWrap');
  const isChecked = value !== '';
  const cost = price > 0 ? money(price) : t('giftWrap.free');
  return (
    <div className="checkout-gift-wrap">
      <Checkbox
        {...field}
        isChecked={isChecked}
        error={undefined}
        onChange={(isWanted) => onChange(isWanted ? 'yes' : '')}
        autoComplete="off"
        isOptional
      >
        {t('giftWrap.label', { cost })}
      </Checkbox>
      <p className="visually-hidden" role="status">
        {isChecked ? t('giftWrap.added', { cost }) : t('giftWrap.none')}
      </p>
      {isChecked && <GiftWrapPreview message={form.values.giftMessage} placeholder={t('giftWrap.tag')} />}
    </div>
  );
};
