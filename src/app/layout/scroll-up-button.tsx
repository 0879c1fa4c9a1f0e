import { useTranslation } from 'react-i18next';
import { useScrolledPast } from '#shared/hooks/use-scrolled-past.ts';
import { Icon } from '#shared/ui/icon.tsx';

/** Pixels, fixed by contract. */
const threshold = 300;

/** Scrolls to the top; shown when the page is scrolled by more than 300 px. */
export const ScrollUpButton = () => {
  const { t } = useTranslation('common');
  const isPast = useScrolledPast(threshold);
  if (!isPast) return null;
  return (
    <button type="button" className="scroll-up" aria-label={t('scrollUp')} onClick={() => window.scrollTo({ top: 0 })}>
      <Icon name="up" />
    </button>
  );
};
