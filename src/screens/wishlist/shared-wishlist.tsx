import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { CatalogueFailure } from '#blocks/catalogue-failure/catalogue-failure.tsx';
import { fromSavedVariant, type SharedWishlist as SharedWishes } from '#contract/saved-lists.ts';
import { selectError } from '#features/catalogue/catalogue-slice.ts';
import { useLookup } from '#features/catalogue/use-products.ts';
import { useSharedWishlistQuery } from '#features/saved-lists/saved-lists-api.ts';
import { asApiError } from '#shared/api/api-error.ts';
import { paths } from '#shared/paths.ts';
import { EmptyNote } from '#shared/ui/empty-note.tsx';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { currentItem, useAddAll, WishlistTable } from './wishlist-table.tsx';

const SharedProducts = ({ name, productIds, choices = [] }: SharedWishes) => {
  const { t } = useTranslation(['wishlist', 'common']);
  const { find, error, isRetrying, retry } = useLookup(productIds);
  const lookups = productIds.map(find);
  const rows = lookups.flatMap(({ product }) => {
    if (!product) return [];
    const choice = choices.find(({ productId }) => productId === product._id);
    return [{ product: choice ? currentItem(product, fromSavedVariant(choice)) : product, isDiscontinued: false }];
  });
  const addAll = useAddAll(rows);
  const hasFailed = useSelector(selectError) !== null || error !== null;
  const isLoading = lookups.some(({ product, isDiscontinued }) => !product && !isDiscontinued);
  return (
    <>
      <p>{name === '' ? t('shared.text') : t('shared.textOf', { name })}</p>
      <CatalogueFailure />
      {error && <FailureNote error={error} onRetry={retry} isBusy={isRetrying} />}
      {isLoading && !hasFailed && rows.length === 0 && <Spinner label={t('common:loading')} isFullPage />}
      {!isLoading && rows.length === 0 && (
        <EmptyNote heading={t('shared.empty.heading')} text={t('shared.empty.text')} button={t('empty.button')} to={paths.shop} />
      )}
      {rows.length > 0 && (
        <>
          <WishlistTable caption={t('shared.heading')} rows={rows} />
          <div className="button-row cart-actions">
            {addAll.button}
            <Link className="btn btn-link" to={paths.wishlist}>
              {t('shared.own')}
            </Link>
          </div>
          {addAll.report}
        </>
      )}
    </>
  );
};

/** The wishlist behind a link, as long as its owner shares it. */
export const SharedWishlist = ({ token }: { readonly token: string }) => {
  const { t } = useTranslation(['wishlist', 'common']);
  const { currentData, error, isFetching, refetch } = useSharedWishlistQuery(token, { refetchOnMountOrArgChange: true });
  const failure = error && asApiError(error);
  if (currentData && failure?.status !== 404) return <SharedProducts {...currentData} />;
  if (!failure) return <Spinner label={t('common:loading')} isFullPage />;
  return failure.status === 404 ? (
    <EmptyNote heading={t('shared.gone.heading')} text={t('shared.gone.text')} button={t('empty.button')} to={paths.shop} />
  ) : (
    <FailureNote error={failure} onRetry={() => void refetch()} isBusy={isFetching} />
  );
};
