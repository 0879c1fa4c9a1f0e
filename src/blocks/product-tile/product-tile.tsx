import type { TFunction } from 'i18next';
import { useId, useState } from 'react';
import { PriceIn } from '#blocks/price/price.tsx';
import type { Prices } from '#blocks/price/use-prices.ts';
import { QuickViewButton } from '#blocks/quick-view/quick-view-button.tsx';
import { Rating } from '#blocks/rating/rating.tsx';
import { cheapest } from '#catalogue/cheapest.ts';
import { pence } from '#contract/money.ts';
import type { Product } from '#contract/product.ts';
import { available } from '#contract/stock.ts';
import { isLowStock } from '#features/catalogue/low-stock.ts';
import { useCompare } from '#features/compare/use-compare.ts';
import { useWishlist } from '#features/wishlist/use-wishlist.ts';
import { paths } from '#shared/paths.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import { MainButton } from './main-button.tsx';
import { moveFocus } from './move-focus.ts';
import { TileColours } from './tile-colours.tsx';
import { TilePicture } from './tile-picture.tsx';
import { usePictureTransition } from './use-picture-transition.ts';

/** Parts of a tile take its `t`: each `useTranslation` costs a list of tiles milliseconds. */
type PartProps = { readonly product: Product; readonly t: TFunction<'common'> };

/** Wishlist, comparison and quick view; on touch screens a grid shows the first only. `isWide`: with text next to the icons. */
const QuickActions = ({ product, t, isWide, colour }: PartProps & { readonly isWide: boolean; readonly colour: string }) => {
  const wishlist = useWishlist(product, { color: colour || undefined });
  const compare = useCompare(product);
  const { name } = product;
  const buttonClass = isWide ? 'btn btn-link' : 'icon-button';
  return (
    <div role="toolbar" aria-label={t('tile.actions', { name })} className={isWide ? 'tile-words' : 'tile-actions'} onKeyDown={moveFocus}>
      <button
        type="button"
        className={buttonClass}
        aria-pressed={wishlist.isWished}
        aria-label={t(wishlist.isWished ? 'tile.removeFromWishlist' : 'tile.addToWishlist', { name })}
        onClick={wishlist.toggle}
      >
        <Icon name="heart" isFilled={wishlist.isWished} />
        {isWide && <span>{t('tile.wishlist')}</span>}
      </button>
      <button
        type="button"
        className={buttonClass}
        tabIndex={-1}
        aria-pressed={compare.isCompared}
        aria-label={t(compare.isCompared ? 'tile.removeFromCompare' : 'tile.addToCompare', { name })}
        onClick={compare.toggle}
      >
        <Icon name="compare" />
        {isWide && <span>{t(compare.isCompared ? 'tile.comparison' : 'tile.compare')}</span>}
      </button>
      {product._id !== '' && <QuickViewButton product={product} t={t} isWide={isWide} />}
    </div>
  );
};

const Badges = ({ product, t }: PartProps) => {
  const left = available(product);
  const percent = Math.round(product.discount);
  return (
    <p className="badges">
      {percent > 0 && (
        <span className="badge badge-sale">
          <span aria-hidden="true">{t('tile.discount', { percent })}</span>
          <span className="visually-hidden">{t('tile.discountLabel', { percent })}</span>
        </span>
      )}
      {product.new && <span className="badge badge-new">{t('tile.new')}</span>}
      {isLowStock(left) && <span className="badge badge-low-stock">{t('stock.left', { count: left })}</span>}
    </p>
  );
};

const Delivery = ({ product, prices: { t, money } }: Pick<ProductTileProps, 'product' | 'prices'>) => {
  const cost = pence(product.deliveryCost);
  return <p className="tile-delivery">{cost > 0 ? t('tile.delivery', { amount: money(cost) }) : t('tile.freeDelivery')}</p>;
};

const NameLink = ({ name, address }: { readonly name: string; readonly address: string }) => {
  const onClick = usePictureTransition(address);
  return (
    <Link to={address} onClick={onClick}>
      {name}
    </Link>
  );
};

type ProductTileProps = {
  readonly product: Product;
  /** Of the list, for its parts: each `useTranslation` and `useSelector` of fifteen tiles costs milliseconds. */
  readonly prices: Prices;
  readonly sizes: string;
  readonly when?: 'first' | 'early' | 'late';
  readonly isWide?: boolean;
  readonly level?: 2 | 3;
};

/** A product in a list, as an article that is labelled with its name. */
export const ProductTile = ({ product, prices, sizes, when = 'late', isWide = false, level = 2 }: ProductTileProps) => {
  const { t } = prices;
  const nameId = useId();
  const Name = level === 2 ? 'h2' : 'h3';
  const [colour, setColour] = useState('');
  const address = product._id === '' ? undefined : paths.product(product._id, { color: colour });
  return (
    <article className={isWide ? 'tile tile-wide' : 'tile'} aria-labelledby={nameId}>
      <TilePicture product={product} colour={colour} sizes={sizes} when={when} address={address}>
        <Badges product={product} t={t} />
      </TilePicture>
      <div className="tile-text">
        <Name className="tile-name" id={nameId}>
          {address ? <NameLink name={product.name} address={address} /> : product.name}
        </Name>
        {product.reviewCount > 0 && (
          <p className="tile-rating">
            <Rating product={product} t={t} />
          </p>
        )}
        <PriceIn {...cheapest(product)} prices={prices} />
        {isWide && product.shortDescription && <p className="tile-about">{product.shortDescription}</p>}
        {/* A grid keeps its row where there are none, so that the buttons of neighbours align. */}
        {product.variation.length > 1 ? (
          <TileColours product={product} t={t} shown={colour} onTry={setColour} />
        ) : (
          !isWide && <p className="tile-colours" />
        )}
        {isWide ? (
          <div className="tile-buy">
            <MainButton product={product} t={t} address={address} />
            <Delivery product={product} prices={prices} />
            <QuickActions product={product} t={t} isWide colour={colour} />
          </div>
        ) : (
          <MainButton product={product} t={t} address={address} />
        )}
      </div>
      {!isWide && <QuickActions product={product} t={t} isWide={false} colour={colour} />}
    </article>
  );
};
