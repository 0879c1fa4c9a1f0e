import { useTranslation } from 'react-i18next';
import { refundCases, refundDays } from '#contract/terms.ts';
import { FactTable } from '#shared/ui/fact-table.tsx';

/** The time limits for refund requests, and the statutory rights that they do not limit. */
export const RefundWindows = () => {
  const { t } = useTranslation('terms');
  return (
    <>
      <FactTable
        caption={t('returns.windows.heading')}
        heads={[t('returns.windows.what'), t('returns.windows.when'), t('returns.windows.need')]}
        rows={refundCases.map((id) => ({
          id,
          cells: [t(`returns.windows.${id}`), t(`returns.windows.${id}When`, { days: refundDays[id] }), t(`returns.windows.${id}Need`)],
        }))}
      />
      <p>
        <strong>{t('returns.windows.rights')}</strong> {t('returns.windows.why')}
      </p>
    </>
  );
};
