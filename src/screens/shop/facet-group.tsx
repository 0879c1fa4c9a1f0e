import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FacetCount } from '#contract/listing.ts';
import type { Facet } from '#contract/listing-query.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { FacetValue } from './facet-value.tsx';

/** A list of more values than this is collapsed to the first few; hiding one or two is not worth a button. */
const maxUncollapsed = 10;
const collapsedLength = 8;

type FacetGroupProps = {
  readonly facet: Exclude<Facet, 'sale' | 'new'>;
  readonly values: readonly FacetCount[];
  readonly chosen: readonly string[];
  readonly nameOf: (value: string) => string;
  readonly onToggle: (facet: Facet, value: string) => void;
  readonly swatches?: ReadonlyMap<string, string> | undefined;
  /** Initially open; a facet with chosen values always is. */
  readonly isOpen: boolean;
};

/** A collapsible group of checkboxes: the values of one facet. */
export const FacetGroup = ({ facet, values, chosen, nameOf, onToggle, swatches, isOpen }: FacetGroupProps) => {
  const { t, i18n } = useTranslation('shop');
  const [isInitiallyOpen] = useState(isOpen || chosen.length > 0);
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
  const name = t(`facets.names.${facet}`);
  return (
    <details className="facet" open={isInitiallyOpen}>
      <summary>
        {name}
        {chosen.length > 0 && <span className="facet-chosen">{t('facets.chosen', { count: chosen.length })}</span>}
        <Icon name="down" />
      </summary>
      <fieldset>
        <legend className="visually-hidden">{name}</legend>
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
      </fieldset>
    </details>
  );
};
