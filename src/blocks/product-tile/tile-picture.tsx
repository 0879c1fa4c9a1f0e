import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Product } from '#contract/product.ts';
import { ProductPicture, picturesOf } from '#features/catalogue/product-picture.tsx';
import { useMorph } from './use-morph.ts';

type TilePictureProps = {
  readonly product: Product;
  readonly sizes: string;
  readonly when: 'first' | 'early' | 'late';
  /** Where the picture leads; nowhere for a product without an address. */
  readonly address: string | undefined;
  /** What stands on the picture. */
  readonly children: ReactNode;
};

/** For a mouse only: keyboards and screen readers have the same link in the name below. */
const PictureLink = ({ address, children }: { readonly address: string; readonly children: ReactNode }) => {
  const morph = useMorph(address);
  return (
    <Link to={address} tabIndex={-1} aria-hidden="true" onClick={morph}>
      {children}
    </Link>
  );
};

/** A tile's picture. The second one is fetched when a mouse first comes near, and shows once it is there. */
export const TilePicture = ({ product, sizes, when, address, children }: TilePictureProps) => {
  const [picture, second] = picturesOf(product);
  const [isNear, setIsNear] = useState(false);
  const [isThere, setIsThere] = useState(false);
  const pictures = (
    <>
      <ProductPicture image={picture} sizes={sizes} when={when} alt="" />
      {second && isNear && (
        <span className={isThere ? 'tile-second is-there' : 'tile-second'} onLoadCapture={() => setIsThere(true)}>
          <ProductPicture image={{ src: second.src, alt: '' }} sizes={sizes} when="early" />
        </span>
      )}
    </>
  );
  return (
    <div className="tile-picture" onPointerEnter={({ pointerType }) => setIsNear(isNear || pointerType === 'mouse')}>
      {address ? <PictureLink address={address}>{pictures}</PictureLink> : pictures}
      {children}
    </div>
  );
};
