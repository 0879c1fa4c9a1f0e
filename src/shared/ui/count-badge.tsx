import { useTranslation } from 'react-i18next';
import { formatNumber } from '#contract/locale.ts';

/** A number at the corner of an icon button, whose accessible name includes it. */
export const CountBadge = ({ count }: { readonly count: number }) => {
  const { i18n } = useTranslation('common');
  return count > 0 ? (
    <span className="count-badge" aria-hidden="true">
      {formatNumber(count, i18n.language)}
    </span>
  ) : null;
};
