import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { ContinueBrowsing } from '#blocks/continue-browsing/continue-browsing.tsx';
import { FoundPages } from '#blocks/found-pages/found-pages.tsx';
import { didYouMean } from '#catalogue/did-you-mean.ts';
import { defaultChoice } from '#contract/listing-query.ts';
import { selectProducts } from '#features/catalogue/catalogue-slice.ts';
import { useListing } from '#features/catalogue/use-listing.ts';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';

const DidYouMean = ({ searchText }: { readonly searchText: string }) => {
  const { t } = useTranslation('shop');
  const listing = useListing({ ...defaultChoice, searchText, page: 1, perPage: 1 }, false).listing;
  if (!listing || listing.count === 0) return null;
  return (
    <p className="did-you-mean">
      {t('continueBrowsing.didYouMean')} <Link to={paths.shopSearch(searchText)}>{searchText}</Link>
    </p>
  );
};

const NoResults = ({ searchText }: { readonly searchText: string }) => {
  const products = useSelector(selectProducts);
  const meant = useMemo(() => (searchText === '' ? undefined : didYouMean(searchText, products)), [searchText, products]);
  return (
    <>
      {meant !== undefined && <DidYouMean searchText={meant} />}
      <ContinueBrowsing />
    </>
  );
};

type BelowResultsProps = { readonly searchText: string; readonly hasNone: boolean };

/**
 * Below the products of a search, the posts and pages that it finds; below an empty list, a spelling suggestion, the categories and the
 * best-selling products, too.
 */
export const BelowResults = ({ searchText, hasNone }: BelowResultsProps) => (
  <>
    {searchText !== '' && <FoundPages searchText={searchText} />}
    {hasNone && <NoResults searchText={searchText} />}
  </>
);
