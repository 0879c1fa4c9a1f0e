import { startTransition, useOptimistic, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Facet } from '#contract/listing-query.ts';
import { formatNumber } from '#contract/locale.ts';
import { useInputBeforeHydration } from '#shared/hooks/use-input-before-hydration.ts';
import { Swatch } from '#shared/ui/swatch.tsx';

type FacetValueProps = {
  readonly facet: Facet;
  readonly value: string;
  readonly name: string;
  readonly count: number;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
  /** A colour's swatch; an empty text keeps its room. */
  readonly hex?: string | undefined;
};

/** One value of a facet, to be ticked, with the number of products it would show; disabled where that is none. */
export const FacetValue = ({ facet, value, name, count, isChosen, onToggle, hex }: FacetValueProps) => {
  const { t, i18n } = useTranslation('shop');
  // The tick is there at once; the list follows.
  const [isTicked, setIsTicked] = useOptimistic(isChosen);
  const [isFocused, setIsFocused] = useState(false);
  const toggle = () =>
    startTransition(() => {
      setIsTicked(!isTicked);
      onToggle();
    });
  const box = useInputBeforeHydration<HTMLInputElement>(({ checked }) => {
    if (checked !== isChosen) toggle();
  });
  return (
    <label className="facet-value">
      <input
        ref={box}
        type="checkbox"
        name={facet}
        value={value}
        aria-label={t('facets.value', { name, count })}
        checked={isTicked}
        // What has the focus must not lose it.
        disabled={count === 0 && !isTicked && !isFocused}
        onChange={toggle}
        onFocus={() => setIsFocused(true)}
        onBlur={() => setIsFocused(false)}
      />
      {hex !== undefined && <span className="facet-swatch">{hex !== '' && <Swatch hex={hex} />}</span>}
      <span>{name}</span>
      <span className="facet-count">{formatNumber(count, i18n.language)}</span>
    </label>
  );
};
