import { useTranslation } from 'react-i18next';
import { useScrolledPast } from '#shared/hooks/use-scrolled-past.ts';
import { Icon } from '#shared/ui/icon.tsx';

/** A product requirement. */
const thresholdPx = 300;

/** Scrolls to the top; hidden while the page is near its top. */
export const ScrollUpButton = () => {
  const { t } = useTranslation('common');
  const isPast = useScrolledPast(thresholdPx);
  if (!isPast) return null;
  return (
    <button type="button" className="scroll-up" aria-label={t('scrollUp')} onClick={() => window.scrollTo({ top: 0 })}>
      <Icon name="up" />
    </button>
  );
};
