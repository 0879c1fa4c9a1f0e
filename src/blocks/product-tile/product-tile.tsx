import type { TFunction } from 'i18next';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PriceIn, type Prices } from '#blocks/price/price.tsx';
import { QuickViewButton } from '#blocks/quick-view/quick-view-button.tsx';
import { Rating } from '#blocks/rating/rating.tsx';
import { percentOff, withCheapestVariation } from '#contract/pricing.ts';
import type { Product } from '#contract/product.ts';
import { availableQuantity, isLowStock } from '#contract/stock.ts';
import { chosenPictures, ProductPicture, picturesOf } from '#features/catalogue/product-picture.tsx';
import { useCompare } from '#features/compare/use-compare.ts';
import { useWishlist } from '#features/wishlist/use-wishlist.ts';
import { paths } from '#shared/paths.ts';
import { keyOf } from '#shared/ui/arrow-keys.ts';
import { Icon, Swatch } from '#shared/ui/icon.tsx';
import { isPlainClick, Link } from '#shared/ui/link.tsx';
import { MainButton } from './main-button.tsx';
import { transitionPicture } from './picture-transition.ts';

const steps: Readonly<Partial<Record<string, 1 | -1>>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Moves the focus between the buttons of a toolbar, of which only the first is a tab stop. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const step = steps[keyOf(event)];
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > button')];
  const from = buttons.findIndex((button) => button.matches(':focus'));
  // Keys of the quick view arrive here, too.
  if (!step || from < 0) return;
  event.preventDefault();
  buttons[(from + step + buttons.length) % buttons.length]?.focus();
};

/**
 * The click handler of a tile's links: a View Transition animates the tile's picture into the product's main picture. The link works
 * natively without View Transitions, with reduced motion, and for clicks with a modifier key.
 */
const usePictureTransition = (address: string) => {
  const navigate = useNavigate();
  return (event: MouseEvent<HTMLAnchorElement>) => {
    const tilePicture = event.currentTarget.closest('.tile')?.querySelector<HTMLElement>('.picture');
    if (!tilePicture || !isPlainClick(event) || !('startViewTransition' in document)) return;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    event.preventDefault();
    transitionPicture(tilePicture, () => void navigate(address));
  };
};

type TileLinkProps = { readonly address: string; readonly children: ReactNode; readonly tabIndex?: number; readonly 'aria-hidden'?: true };

/** Leads from a tile's picture or name to the product. */
const TileLink = ({ address, ...rest }: TileLinkProps) => {
  const onClick = usePictureTransition(address);
  return <Link to={address} onClick={onClick} {...rest} />;
};

type TilePictureProps = {
  readonly product: Product;
  /** The name of the colour to show, '' for none in particular. */
  readonly colour: string;
  readonly sizes: string;
  readonly loadOrder: 'first' | 'early' | 'late';
  /** The link of the picture; none for a product without an id. */
  readonly address: string | undefined;
  /** Overlays the picture. */
  readonly children: ReactNode;
};

/** A tile's picture. The second one is fetched when a mouse first enters, and shown once it is loaded. */
const TilePicture = ({ product, colour, sizes, loadOrder, address, children }: TilePictureProps) => {
  const [picture, second] = colour === '' ? picturesOf(product) : chosenPictures(product, { color: colour });
  const [isHovered, setIsHovered] = useState(false);
  const [isLoaded, setIsLoaded] = useState(false);
  const pictures = (
    <>
      <ProductPicture image={picture} sizes={sizes} loadOrder={loadOrder} alt="" />
      {second && isHovered && colour === '' && (
        <span className={isLoaded ? 'tile-second is-loaded' : 'tile-second'} onLoadCapture={() => setIsLoaded(true)}>
          <ProductPicture image={{ src: second.src, alt: '' }} sizes={sizes} loadOrder="early" />
        </span>
      )}
    </>
  );
  return (
    <div className="tile-picture" onPointerEnter={({ pointerType }) => setIsHovered(isHovered || pointerType === 'mouse')}>
      {/* Hidden from keyboards and screen readers, which have the same link in the product's name. */}
      {address ? (
        <TileLink address={address} tabIndex={-1} aria-hidden>
          {pictures}
        </TileLink>
      ) : (
        pictures
      )}
      {children}
    </div>
  );
};

type TileColoursProps = {
  readonly product: Product;
  readonly t: TFunction<'common'>;
  /** The name of the colour that the tile shows; '' for none in particular. */
  readonly shown: string;
  readonly onTry: (colour: string) => void;
};

/** A dot for each colour: pointing at one, its focus or a press shows the colour on the tile, whose links then lead to it. */
const TileColours = ({ product: { name, variation }, t, shown, onTry }: TileColoursProps) => (
  <div role="toolbar" aria-label={t('tile.colours', { name })} className="tile-colours" onKeyDown={moveFocus}>
    {variation.map(({ color, hex }, index) => (
      <button
        key={color}
        type="button"
        aria-label={color}
        aria-pressed={color === shown}
        // A tile's swatches are one tab stop.
        tabIndex={index > 0 ? -1 : undefined}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onTry(color)}
        onFocus={() => onTry(color)}
        onClick={() => onTry(color)}
      >
        <Swatch hex={hex} />
      </button>
    ))}
  </div>
);

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
      {product._id !== '' && <QuickViewButton product={product} colour={colour} t={t} isWide={isWide} />}
    </div>
  );
};

const Badges = ({ product, t }: PartProps) => {
  const left = availableQuantity(product);
  const percent = percentOff(product);
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

type ProductTileProps = {
  readonly product: Product;
  /** The list's prices, passed to all parts of its tiles: each `useTranslation` and `useSelector` of fifteen tiles costs milliseconds. */
  readonly prices: Prices;
  /** The colour that the list is filtered by; the tile shows it until another one is tried. */
  readonly colour?: string | undefined;
  readonly sizes: string;
  readonly loadOrder?: 'first' | 'early' | 'late';
  readonly isWide?: boolean;
  readonly level?: 2 | 3;
};

/** A product in a list, as an article that is labelled with its name. */
export const ProductTile = ({
  product,
  prices,
  colour: wanted = '',
  sizes,
  loadOrder = 'late',
  isWide = false,
  level = 2,
}: ProductTileProps) => {
  const { t } = prices;
  const nameId = useId();
  const Name = level === 2 ? 'h2' : 'h3';
  const [[triedColour, insteadOfColour], setTriedColour] = useState<readonly [string, string]>(['', '']);
  // A colour that was tried on the tile counts until another filter is chosen.
  const colour = (insteadOfColour === wanted && triedColour) || wanted;
  const address = product._id === '' ? undefined : paths.product(product._id, { color: colour });
  return (
    <article className={isWide ? 'tile tile-wide' : 'tile'} aria-labelledby={nameId}>
      <TilePicture product={product} colour={colour} sizes={sizes} loadOrder={loadOrder} address={address}>
        <Badges product={product} t={t} />
      </TilePicture>
      <div className="tile-text">
        <Name className="tile-name" id={nameId}>
          {address ? <TileLink address={address}>{product.name}</TileLink> : product.name}
        </Name>
        {product.reviewCount > 0 && (
          <p className="tile-rating">
            <Rating product={product} t={t} />
          </p>
        )}
        <PriceIn {...withCheapestVariation(product)} prices={prices} />
        {isWide && product.shortDescription && <p className="tile-about">{product.shortDescription}</p>}
        {product.variation.length > 1 && (
          <TileColours product={product} t={t} shown={colour} onTry={(each) => setTriedColour([each, wanted])} />
        )}
        {isWide ? (
          <div className="tile-buy">
            <MainButton product={product} t={t} address={address} />
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
