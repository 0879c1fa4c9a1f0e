import { useTranslation } from 'react-i18next';
import type { VoucherRow } from '#contract/desk/vouchers.ts';
import { usePounds } from '#desk/parts/use-pounds.ts';
import { formatDay } from '#shared/format-date.ts';

type Terms = Pick<VoucherRow, 'kind' | 'value' | 'minimum' | 'from' | 'to' | 'maxUsesEach' | 'goods'>;

export const useVoucherTexts = () => {
  const { t, i18n } = useTranslation('desk-vouchers');
  const formatPounds = usePounds();
  const list = new Intl.ListFormat(i18n.language, { type: 'disjunction' });
  const takesOff = ({ kind, value }: Pick<Terms, 'kind' | 'value'>): string =>
    t(`takesOff.${kind}`, { value: kind === 'amount' ? formatPounds(value) : value });
  const days = ({ from, to }: Pick<Terms, 'from' | 'to'>): string => {
    const [first, last] = [from, to].map((day) => (day === null ? '' : formatDay(day, i18n.language)));
    if (from !== null) return to === null ? t('days.from', { first }) : t('days.both', { first, last });
    return to === null ? '' : t('days.to', { last });
  };
  /** As a buyer would read it. */
  const sentence = (terms: Terms): string => {
    const { kind, minimum, maxUsesEach, goods } = terms;
    const what = goods.length === 0 ? t(`sentence.on.${kind}`) : t('sentence.of', { goods: list.format(goods) });
    return [
      t('sentence.whole', { takesOff: takesOff(terms), what, days: days(terms) }).replace(/\s+\./, '.'),
      minimum > 0 && t('sentence.minimum', { amount: formatPounds(minimum) }),
      maxUsesEach !== null && t('sentence.each', { count: maxUsesEach }),
    ]
      .filter(Boolean)
      .join(' ');
  };
  return { money: formatPounds, takesOff, days, sentence };
};
