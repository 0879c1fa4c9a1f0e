import { useTranslation } from 'react-i18next';
import { formatNumber } from '#contract/locale.ts';

/** A small number at a corner of its icon; the icon's own name says it to those who cannot see it. */
export const CountBadge = ({ count }: { readonly count: number }) => {
  const { i18n } = useTranslation('common');
  return count > 0 ? (
    <span className="count-badge" aria-hidden="true">
      {formatNumber(count, i18n.language)}
    </span>
  ) : null;
};
