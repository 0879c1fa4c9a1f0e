import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Listing } from '#contract/listing.ts';
import { facets } from '#contract/listing-query.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { useFacetWords } from './use-facet-words.ts';
import type { ShopListing } from './use-shop-listing.ts';

/** What the list is narrowed to, each removable, and Clear all. */
export const ChosenChips = ({ shown, listing }: { readonly shown: ShopListing; readonly listing: Listing }) => {
  const { t } = useTranslation('shop');
  const nameOf = useFacetWords();
  const { choice, addressWith, plainAddress } = shown;
  const { words, chosen } = choice;
  const chips = [
    ...(words ? [{ key: 'q', name: t('chosen.words', { words }), address: addressWith({ words: '' }) }] : []),
    ...facets.flatMap((facet) =>
      listing.chosen[facet].map((value) => ({
        key: `${facet} ${value}`,
        name: nameOf(facet, value),
        address: addressWith({ chosen: { ...chosen, [facet]: chosen[facet].filter((other) => other !== value) } }),
      })),
    ),
  ];
  if (chips.length === 0) return null;
  return (
    <ul className="chips" aria-label={t('chosen.label')}>
      {chips.map(({ key, name, address }) => (
        <li key={key}>
          <Link className="chip" to={address} aria-label={t('chosen.remove', { name })}>
            {name}
            <Icon name="cross" />
          </Link>
        </li>
      ))}
      <li>
        <Link to={plainAddress}>{t('chosen.clear')}</Link>
      </li>
    </ul>
  );
};
