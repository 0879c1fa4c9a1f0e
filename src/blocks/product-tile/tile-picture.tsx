import { type ReactNode, useState } from 'react';
import type { Product } from '#contract/product.ts';
import { chosenPictures } from '#features/catalogue/chosen-pictures.ts';
import { ProductPicture, picturesOf } from '#features/catalogue/product-picture.tsx';
import { Link } from '#shared/ui/link.tsx';
import { usePictureTransition } from './use-picture-transition.ts';

type TilePictureProps = {
  readonly product: Product;
  /** The name of the colour to show, '' for none in particular. */
  readonly colour: string;
  readonly sizes: string;
  readonly when: 'first' | 'early' | 'late';
  /** The link of the picture; none for a product without an id. */
  readonly address: string | undefined;
  /** Overlays the picture. */
  readonly children: ReactNode;
};

/** Hidden from keyboards and screen readers, which have the same link in the product's name. */
const PictureLink = ({ address, children }: { readonly address: string; readonly children: ReactNode }) => {
  const onClick = usePictureTransition(address);
  return (
    <Link to={address} tabIndex={-1} aria-hidden="true" onClick={onClick}>
      {children}
    </Link>
  );
};

/** A tile's picture. The second one is fetched when a mouse first enters, and shown once it is loaded. */
export const TilePicture = ({ product, colour, sizes, when, address, children }: TilePictureProps) => {
  const [picture, second] = colour === '' ? picturesOf(product) : chosenPictures(product, { color: colour });
  const [isHovered, setIsHovered] = useState(false);
  const [isLoaded, setIsLoaded] = useState(false);
  const pictures = (
    <>
      <ProductPicture image={picture} sizes={sizes} when={when} alt="" />
      {second && isHovered && colour === '' && (
        <span className={isLoaded ? 'tile-second is-loaded' : 'tile-second'} onLoadCapture={() => setIsLoaded(true)}>
          <ProductPicture image={{ src: second.src, alt: '' }} sizes={sizes} when="early" />
        </span>
      )}
    </>
  );
  return (
    <div className="tile-picture" onPointerEnter={({ pointerType }) => setIsHovered(isHovered || pointerType === 'mouse')}>
      {address ? <PictureLink address={address}>{pictures}</PictureLink> : pictures}
      {children}
    </div>
  );
};
