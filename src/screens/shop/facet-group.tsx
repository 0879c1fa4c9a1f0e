import type { TFunction } from 'i18next';
import { memo, startTransition, useCallback, useEffect, useOptimistic, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FacetCount } from '#contract/listing.ts';
import type { Facet } from '#contract/listing-query.ts';
import { formatNumber } from '#contract/locale.ts';
import { useChoiceBeforeHydration } from '#shared/hooks/use-input-before-hydration.ts';
import { Icon, Swatch } from '#shared/ui/icon.tsx';

type FacetValueProps = {
  readonly facet: Facet;
  readonly value: string;
  readonly name: string;
  readonly count: number;
  /** Passed on by the facets, because `useTranslation` in each of some fifty values costs milliseconds. */
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
 * A checkbox for one value of a facet, with the number of products it would show; disabled at 0. Memoised, so that a new sort order renders none of
 * some sixty values again.
 */
export const FacetValue = memo(Value);

/** A list of more values than this is collapsed to the first few; hiding one or two is not worth a button. */
const maxUncollapsed = 10;
const collapsedLength = 8;

type FacetValuesProps = {
  readonly facet: Exclude<Facet, 'sale' | 'new'>;
  readonly values: readonly FacetCount[];
  readonly chosen: readonly string[];
  readonly nameOf: (value: string) => string;
  readonly onToggle: (facet: Facet, value: string) => void;
  readonly swatches?: ReadonlyMap<string, string> | undefined;
  readonly isOpen: boolean;
};

const Values = ({ facet, values, chosen, nameOf, onToggle, swatches }: FacetValuesProps) => {
  const { t, i18n } = useTranslation('shop');
  const [isExpanded, setIsExpanded] = useState(false);
  // Without this, unticking a value of the collapsed rest would remove it under the pointer.
  const toggleAndExpand = useCallback(
    (...chosenValue: Parameters<typeof onToggle>) => {
      setIsExpanded(true);
      onToggle(...chosenValue);
    },
    [onToggle],
  );
  const isLong = values.length > maxUncollapsed;
  const isShown = (value: string, index: number) => isExpanded || !isLong || index < collapsedLength || chosen.includes(value);
  return (
    <>
      {values.map(
        ({ value, count }, index) =>
          isShown(value, index) && (
            <FacetValue
              key={value}
              facet={facet}
              value={value}
              name={nameOf(value)}
              count={count}
              t={t}
              language={i18n.language}
              isChosen={chosen.includes(value)}
              hex={swatches && (swatches.get(value) ?? '')}
              onToggle={index < collapsedLength ? onToggle : toggleAndExpand}
            />
          ),
      )}
      {isLong && (
        <button type="button" className="btn btn-link facet-more" aria-expanded={isExpanded} onClick={() => setIsExpanded(!isExpanded)}>
          {isExpanded ? t('facets.less') : t('facets.all', { number: values.length })}
        </button>
      )}
    </>
  );
};

/** Rendered again only in an open group: most groups are closed, with some fifty values that nobody sees change. */
const FacetValues = memo(Values, (_, { isOpen }) => !isOpen);

/** A collapsible group of checkboxes: the values of one facet. `isOpen`: at first; a facet with chosen values always is. */
export const FacetGroup = ({ isOpen: isOpenAtFirst, ...props }: FacetValuesProps) => {
  const { t } = useTranslation('shop');
  const { facet, chosen } = props;
  const [isInitiallyOpen] = useState(isOpenAtFirst || chosen.length > 0);
  const [isOpen, setIsOpen] = useState(isInitiallyOpen);
  const ref = useRef<HTMLDetailsElement>(null);
  // The group may have been opened before hydration.
  useEffect(() => setIsOpen(ref.current?.open ?? false), []);
  const name = t(`facets.names.${facet}`);
  return (
    <details ref={ref} className="facet" open={isInitiallyOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        {name}
        {chosen.length > 0 && <span className="facet-chosen">{t('facets.chosen', { count: chosen.length })}</span>}
        <Icon name="down" />
      </summary>
      <fieldset>
        <legend className="visually-hidden">{name}</legend>
        <FacetValues {...props} isOpen={isOpen} />
      </fieldset>
    </details>
  );
};
