import { useTranslation } from 'react-i18next';
import { orderSteps } from '#contract/order.ts';
import { activeSteps } from '#contract/order-tracker.ts';
import { Icon } from '#shared/ui/icon.tsx';

/** The four-step progress tracker. Active steps also have a tick and a hidden text: colour alone is not accessible. */
export const OrderTracker = ({ status }: { readonly status: string }) => {
  const { t } = useTranslation('order-status');
  const active = activeSteps(status);
  return (
    <ol className="tracker" aria-label={t('progress')}>
      {orderSteps.map((step) => {
        const isActive = active.includes(step);
        return (
          <li key={step} className={isActive ? 'is-active' : undefined} aria-current={step === active.at(-1) ? 'step' : undefined}>
            <span className="tracker-sign">{isActive && <Icon name="check" />}</span>
            <span className="tracker-label">{t(`steps.${step}`)}</span>
            <span className="visually-hidden">{isActive ? t('reached') : t('ahead')}</span>
          </li>
        );
      })}
    </ol>
  );
};
