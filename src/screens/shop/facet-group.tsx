import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FacetCount } from '#contract/listing.ts';
import type { Facet } from '#contract/listing-query.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { FacetValue } from './facet-value.tsx';

/** Of a list of more than `longList` values the first are shown; hiding one or two is not worth a button. */
const [longList, shownAtFirst] = [10, 8];

type FacetGroupProps = {
  readonly facet: Exclude<Facet, 'sale' | 'new'>;
  readonly values: readonly FacetCount[];
  readonly chosen: readonly string[];
  readonly nameOf: (value: string) => string;
  readonly onToggle: (value: string) => void;
  readonly swatches?: ReadonlyMap<string, string> | undefined;
  /** Open from the start; one with chosen values always is. */
  readonly isOpen: boolean;
};

/** The values of one facet behind its name. */
export const FacetGroup = ({ facet, values, chosen, nameOf, onToggle, swatches, isOpen }: FacetGroupProps) => {
  const { t } = useTranslation('shop');
  const [isOpenAtFirst] = useState(isOpen || chosen.length > 0);
  const [isWhole, setIsWhole] = useState(false);
  const isLong = values.length > longList;
  const isShown = (value: string, at: number) => isWhole || !isLong || at < shownAtFirst || chosen.includes(value);
  const name = t(`facets.names.${facet}`);
  return (
    <details className="facet" open={isOpenAtFirst}>
      <summary>
        {name}
        {chosen.length > 0 && <span className="facet-chosen">{t('facets.chosen', { count: chosen.length })}</span>}
        <Icon name="down" />
      </summary>
      <fieldset>
        <legend className="visually-hidden">{name}</legend>
        {values.map(
          ({ value, count }, at) =>
            isShown(value, at) && (
              <FacetValue
                key={value}
                facet={facet}
                value={value}
                name={nameOf(value)}
                count={count}
                isChosen={chosen.includes(value)}
                hex={swatches && (swatches.get(value) ?? '')}
                onToggle={() => {
                  // One of the rest that is given up stays where the shopper is.
                  if (at >= shownAtFirst) setIsWhole(true);
                  onToggle(value);
                }}
              />
            ),
        )}
        {isLong && (
          <button type="button" className="btn btn-link facet-more" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? t('facets.less') : t('facets.all', { number: values.length })}
          </button>
        )}
      </fieldset>
    </details>
  );
};
