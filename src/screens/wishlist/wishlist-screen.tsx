import type { RefCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { ContinueBrowsing } from '#blocks/continue-browsing/continue-browsing.tsx';
import { variantOf } from '#contract/variant.ts';
import { selectIsShopperKnown, selectIsSignedIn } from '#features/account/shopper-slice.ts';
import { useCurrentProducts } from '#features/catalogue/use-products.ts';
import { useWishlistItems } from '#features/wishlist/use-wishlist.ts';
import { useViewHeading } from '#shared/hooks/use-view-heading.ts';
import { ScreenTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { selectIsRestored } from '#shared/restored-slice.ts';
import { withRedirect } from '#shared/safe-redirect.ts';
import { AfterHydration } from '#shared/ui/client-only.tsx';
import { ConfirmButton } from '#shared/ui/confirm-button.tsx';
import { EmptyNote } from '#shared/ui/empty-note.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { UndoHeading, useUndo } from '#shared/ui/undo-heading.tsx';
import { ShareWishlist } from './share-wishlist.tsx';
import { SharedWishlist } from './shared-wishlist.tsx';
import { currentItem, useAddAll, WishlistTable } from './wishlist-table.tsx';
import '#styles/order-screens.scss';

const Loading = () => {
  const { t } = useTranslation('common');
  return <Spinner label={t('loading')} isFullPage />;
};

/** The link to a wishlist for a signed-in shopper; a visitor reads that an account has one. */
const Sharing = ({ isEmpty }: { readonly isEmpty: boolean }) => {
  const { t } = useTranslation('wishlist');
  const isKnown = useSelector(selectIsShopperKnown);
  const isSignedIn = useSelector(selectIsSignedIn);
  if (isSignedIn) return <ShareWishlist />;
  if (!isKnown || isEmpty) return null;
  return (
    <p className="quiet wishlist-sign-in">
      <Link to={withRedirect(paths.loginRegister, paths.wishlist)}>{t('share.signIn')}</Link> {t('share.signInText')}
    </p>
  );
};

/** The browser's own wishlist with today's prices and stock. */
const OwnWishlist = ({ headingRef }: { readonly headingRef: RefCallback<HTMLHeadingElement> }) => {
  const { t } = useTranslation(['wishlist', 'common']);
  const isRestored = useSelector(selectIsRestored);
  const { items, remove, putBack, clear } = useWishlistItems();
  const rows = useCurrentProducts(items).map(({ product, isDiscontinued }, index) => ({
    product: currentItem(product, variantOf(items[index] ?? {})),
    isDiscontinued,
  }));
  const addAll = useAddAll(rows);
  const undo = useUndo(rows.map(({ product }) => product._id));
  return (
    <>
      <UndoHeading text={t('heading')} undo={undo} viewRef={headingRef} />
      {!isRestored && <Spinner label={t('common:loading')} isFullPage />}
      {isRestored && rows.length === 0 && (
        <>
          <EmptyNote heading={t('empty.heading')} text={t('empty.text')} button={t('empty.button')} to={paths.shop} />
          <ContinueBrowsing />
        </>
      )}
      {isRestored && rows.length > 0 && (
        <>
          <WishlistTable
            caption={t('heading')}
            rows={rows}
            onRemove={({ product }, index) => {
              remove(product);
              undo.removed({
                key: product._id,
                text: t('removed', { name: product.name }),
                putBack: () => putBack(product, index),
              });
            }}
          />
          <div className="button-row cart-actions">
            {addAll.button}
            <ConfirmButton label={t('clear')} text={t('clearText')} onConfirm={undo.clearBy(clear)} />
          </div>
          {addAll.report}
        </>
      )}
      {isRestored && <Sharing isEmpty={rows.length === 0} />}
    </>
  );
};

/** The wishlist, or with `?shared=` the one of somebody who shared it. */
export const WishlistScreen = () => {
  const { t } = useTranslation('wishlist');
  const [query] = useSearchParams();
  const token = query.get('shared');
  const headingRef = useViewHeading(token === null ? 'own' : 'shared');
  return (
    <div className="container-xl cart-page">
      <ScreenTitle name="wishlist" />
      {token === null ? (
        <OwnWishlist headingRef={headingRef} />
      ) : (
        <>
          <h1 ref={headingRef} tabIndex={-1}>
            {t('shared.heading')}
          </h1>
          <AfterHydration fallback={<Loading />}>
            <SharedWishlist key={token} token={token} />
          </AfterHydration>
        </>
      )}
    </div>
  );
};
