import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ListingChoice } from '#features/catalogue/listing.ts';
import { useCategoriesQuery } from '#features/catalogue/use-catalogue.ts';
import { Icon } from '#shared/ui/icon.tsx';

type ChosenChipsProps = { readonly choice: ListingChoice; readonly addressWith: (change: Partial<ListingChoice>) => string };

/** What the list is narrowed to, each removable, and Clear all. */
export const ChosenChips = ({ choice, addressWith }: ChosenChipsProps) => {
  const { t } = useTranslation('shop');
  const { data: categories = [] } = useCategoriesQuery(undefined);
  const { words, category, tag } = choice;
  const chips = [
    ...(words ? [{ name: t('chosen.words', { words }), address: addressWith({ words: '' }) }] : []),
    ...(category
      ? [{ name: categories.find(({ slug }) => slug === category)?.name ?? category, address: addressWith({ category: '' }) }]
      : []),
    ...(tag ? [{ name: tag, address: addressWith({ tag: '' }) }] : []),
  ];
  if (chips.length === 0) return null;
  return (
    <ul className="chips" aria-label={t('chosen.label')}>
      {chips.map(({ name, address }) => (
        <li key={name}>
          <Link className="chip" to={address} aria-label={t('chosen.remove', { name })}>
            {name}
            <Icon name="cross" />
          </Link>
        </li>
      ))}
      <li>
        <Link to={addressWith({ words: '', category: '', tag: '' })}>{t('chosen.clear')}</Link>
      </li>
    </ul>
  );
};
