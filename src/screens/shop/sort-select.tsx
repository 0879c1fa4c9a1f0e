import { startTransition, useOptimistic } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListingChoice, sortings } from '#contract/listing-query.ts';
import { useChoiceBeforeHydration } from '#shared/hooks/use-input-before-hydration.ts';
import type { FilterActions } from './use-filter-actions.ts';

type SortSelectProps = {
  readonly choice: ListingChoice;
  readonly choose: FilterActions['choose'];
  /** Whether any product has reviews. */
  readonly hasRatings: boolean;
};

/** Selects the order of the products. For a search, the default order is by relevance. */
export const SortSelect = ({ choice, choose, hasRatings }: SortSelectProps) => {
  const { t } = useTranslation('shop');
  const [sorting, setSorting] = useOptimistic(choice.sorting);
  const sortBy = (name: string) => {
    const wanted = sortings.find((each) => each === name);
    if (!wanted) return;
    startTransition(() => {
      setSorting(wanted);
      choose(() => ({ sorting: wanted }));
    });
  };
  const selectRef = useChoiceBeforeHydration<HTMLSelectElement>(({ value }) => {
    if (value !== choice.sorting) sortBy(value);
  });
  return (
    <label className="sort">
      <span>{t('sort')}</span>
      <select ref={selectRef} className="form-select" value={sorting} onChange={({ target }) => sortBy(target.value)}>
        {sortings
          .filter((each) => each !== 'rating' || hasRatings || sorting === 'rating')
          .map((each) => (
            <option key={each} value={each}>
              {each === 'featured' && choice.searchText !== '' ? t('bestMatch') : t(`sorting.${each}`)}
            </option>
          ))}
      </select>
    </label>
  );
};
