import type { TFunction } from 'i18next';
import { memo, startTransition, useOptimistic, useState } from 'react';
import type { Facet } from '#contract/listing-query.ts';
import { formatNumber } from '#contract/locale.ts';
import { useChoiceBeforeHydration } from '#shared/hooks/use-input-before-hydration.ts';
import { Swatch } from '#shared/ui/swatch.tsx';

type FacetValueProps = {
  readonly facet: Facet;
  readonly value: string;
  readonly name: string;
  readonly count: number;
  /** Of the facets, which pass it on: each `useTranslation` of some fifty values costs milliseconds. */
  readonly t: TFunction<'shop'>;
  readonly language: string;
  readonly isChosen: boolean;
  readonly onToggle: (facet: Facet, value: string) => void;
  /** A colour's swatch; empty text reserves its space. */
  readonly hex?: string | undefined;
};

const Value = ({ facet, value, name, count, t, language, isChosen, onToggle, hex }: FacetValueProps) => {
  // Optimistic: the checkbox changes before the list.
  const [isChecked, setIsChecked] = useOptimistic(isChosen);
  const [isFocused, setIsFocused] = useState(false);
  const toggle = () =>
    startTransition(() => {
      setIsChecked(!isChecked);
      onToggle(facet, value);
    });
  const inputRef = useChoiceBeforeHydration<HTMLInputElement>(({ checked }) => {
    if (checked !== isChosen) toggle();
  });
  return (
    <label className="facet-value">
      <input
        ref={inputRef}
        type="checkbox"
        name={facet}
        value={value}
        aria-label={t('facets.value', { name, count })}
        checked={isChecked}
        // Disabling the focused checkbox would lose the focus.
        disabled={count === 0 && !isChecked && !isFocused}
        onChange={toggle}
        onFocus={() => setIsFocused(true)}
        onBlur={() => setIsFocused(false)}
      />
      {hex !== undefined && <span className="facet-swatch">{hex !== '' && <Swatch hex={hex} />}</span>}
      <span>{name}</span>
      <span className="facet-count">{formatNumber(count, language)}</span>
    </label>
  );
};

/**
 * A checkbox for one value of a facet, with the number of products it would show; disabled at 0. Memoised: a new order of the products
 * changes none of some sixty.
 */
export const FacetValue = memo(Value);
