import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { ContinueBrowsing } from '#blocks/continue-browsing/continue-browsing.tsx';
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

/** Below an empty list of results: a spelling suggestion, the categories, and the best-selling products. */
export const NoResults = ({ searchText }: { readonly searchText: string }) => {
  const products = useSelector(selectProducts);
  const meant = useMemo(() => (searchText === '' ? undefined : didYouMean(searchText, products)), [searchText, products]);
  return (
    <>
      {meant !== undefined && <DidYouMean searchText={meant} />}
      <ContinueBrowsing />
    </>
  );
};
