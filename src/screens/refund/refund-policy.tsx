import { useTranslation } from 'react-i18next';
import { refundCases, refundDays } from '#contract/terms.ts';
import { Fact } from '#shared/ui/fact.tsx';

/** The policy card: the shop's refund windows in days, and the buyer's statutory rights. A return's sheet is no place for the resellers' rule. */
export const RefundPolicy = ({ cases = refundCases }: { readonly cases?: readonly (typeof refundCases)[number][] }) => {
  const { t } = useTranslation('refund');
  return (
    <section className="refund-policy" aria-labelledby="refund-policy">
      <h2 id="refund-policy">{t('policy.heading')}</h2>
      <dl>
        {cases.map((rule) => (
          <Fact key={rule} term={t(`policy.${rule}`)}>
            {t(`policy.${rule}Text`, { days: refundDays[rule] })}
          </Fact>
        ))}
      </dl>
      <p>
        <strong>{t('policy.statutory')}</strong>
      </p>
      <p className="quiet">{t('policy.outcomes')}</p>
    </section>
  );
};
