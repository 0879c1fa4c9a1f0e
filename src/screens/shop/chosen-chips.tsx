import { useTranslation } from 'react-i18next';
import { facets } from '#contract/listing-query.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { isPlainClick, Link } from '#shared/ui/link.tsx';
import { useFacetLabels } from './use-facet-labels.ts';
import type { FilterActions } from './use-filter-actions.ts';
import type { ShopListing } from './use-shop-listing.ts';

type ChosenChipsProps = { readonly shown: ShopListing; readonly onPress: FilterActions['rememberControl'] };

/** The chosen filters as removable chips, with Clear all. */
export const ChosenChips = ({ shown, onPress }: ChosenChipsProps) => {
  const { t } = useTranslation('shop');
  const nameOf = useFacetLabels();
  const { choice, urlWith, plainUrl } = shown;
  const { searchText, chosen } = choice;
  const chips = [
    ...(searchText ? [{ key: 'q', name: t('chosen.searchText', { searchText }), address: urlWith({ searchText: '' }) }] : []),
    ...facets.flatMap((facet) =>
      chosen[facet].map((value) => ({
        key: `${facet} ${value}`,
        name: nameOf(facet, value),
        address: urlWith({ chosen: { ...chosen, [facet]: chosen[facet].filter((other) => other !== value) } }),
      })),
    ),
  ];
  if (chips.length === 0) return null;
  return (
    <ul className="chips" aria-label={t('chosen.label')}>
      {chips.map(({ key, name, address }, index) => (
        <li key={key}>
          <Link
            className="chip"
            to={address}
            preventScrollReset
            aria-label={t('chosen.remove', { name })}
            onClick={(event) => isPlainClick(event) && onPress(index)}
          >
            <span>{name}</span>
            <Icon name="cross" />
          </Link>
        </li>
      ))}
      <li>
        <Link className="chips-clear" to={plainUrl} preventScrollReset onClick={(event) => isPlainClick(event) && onPress()}>
          {t('chosen.clear')}
        </Link>
      </li>
    </ul>
  );
};
