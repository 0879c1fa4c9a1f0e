import type { ButtonHTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#contract/locale.ts';
import { Icon } from '#shared/ui/icon.tsx';

type FilterButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'aria-label' | 'children'> & {
  readonly chosenCount: number;
};

/** Opens the filters, and shows how many values are chosen. */
export const FilterButton = ({ chosenCount, className = '', ...rest }: FilterButtonProps) => {
  const { t, i18n } = useTranslation('shop');
  return (
    <button
      type="button"
      className={`btn btn-outline-primary ${className}`}
      aria-label={chosenCount > 0 ? t('filter.chosen', { count: chosenCount }) : undefined}
      {...rest}
    >
      <Icon name="filter" />
      {t('filter.open')}
      {chosenCount > 0 && <span className="filter-count">{formatNumber(chosenCount, i18n.language)}</span>}
    </button>
  );
};
