import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { ContinueBrowsing } from '#blocks/continue-browsing/continue-browsing.tsx';
import { FoundPages } from '#blocks/found-pages/found-pages.tsx';
import { didYouMean } from '#catalogue/did-you-mean.ts';
import { defaultChoice } from '#contract/listing-query.ts';
import { selectProducts } from '#features/catalogue/catalogue-slice.ts';
import { useCountSearchMissMutation } from '#features/catalogue/search-miss-api.ts';
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

/** How long in ms the shopper must stay before a search counts: while typing goes on, its words are incomplete. */
const stayMs = 1500;

/** Searches of this document that have been counted already. */
const countedSearches = new Set<string>();

/** Reports a search without results to the seller, by its words alone: only if the shopper stays, and not if filters are the cause. */
const SearchMiss = ({ searchText }: { readonly searchText: string }) => {
  const [countSearchMiss] = useCountSearchMissMutation();
  const hasNothing = useListing({ ...defaultChoice, searchText, page: 1, perPage: 1 }, false).listing?.count === 0;
  useEffect(() => {
    if (!hasNothing || countedSearches.has(searchText)) return undefined;
    const timer = setTimeout(() => {
      countedSearches.add(searchText);
      void countSearchMiss(searchText);
    }, stayMs);
    return () => clearTimeout(timer);
  }, [hasNothing, searchText, countSearchMiss]);
  return null;
};

const NoResults = ({ searchText }: { readonly searchText: string }) => {
  const products = useSelector(selectProducts);
  const meant = useMemo(() => (searchText === '' ? undefined : didYouMean(searchText, products)), [searchText, products]);
  return (
    <>
      {searchText !== '' && <SearchMiss searchText={searchText} />}
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
