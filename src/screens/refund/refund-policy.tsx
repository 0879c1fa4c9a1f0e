import { useTranslation } from 'react-i18next';
import { refundDays } from '#contract/terms.ts';
import { Fact } from '#shared/ui/fact.tsx';

/** The policy card: the shop's refund windows in days, and the buyer's statutory rights. */
export const RefundPolicy = () => {
  const { t } = useTranslation('refund');
  return (
    <section className="refund-policy" aria-labelledby="refund-policy">
      <h2 id="refund-policy">{t('policy.heading')}</h2>
      <dl>
        {(
          [
            ['damaged', refundDays.damaged],
            ['notArrived', refundDays.notArrived],
            ['changedMind', refundDays.changedMind],
            ['reseller', refundDays.resellerIssue],
          ] as const
        ).map(([rule, days]) => (
          <Fact key={rule} term={t(`policy.${rule}`)}>
            {t(`policy.${rule}Text`, { days })}
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
