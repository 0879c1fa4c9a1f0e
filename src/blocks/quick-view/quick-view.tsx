import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { BuyBox } from '#blocks/product-view/buy-box.tsx';
import { Gallery } from '#blocks/product-view/gallery.tsx';
import { usePurchase } from '#blocks/product-view/use-purchase.ts';
import type { Product } from '#contract/product.ts';
import type { Variant } from '#contract/variant.ts';
import { chosenPictures } from '#features/catalogue/product-picture.tsx';
import { useProduct } from '#features/catalogue/use-products.ts';
import { paths } from '#shared/paths.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import '#styles/quick-view.scss';

type QuickViewProps = {
  readonly product: Product;
  /** The colour that is chosen at first; '' for none. */
  readonly colour: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

const QuickViewContent = ({ product: listed, colour, onClose }: Omit<QuickViewProps, 'isOpen'>) => {
  const { t } = useTranslation('product');
  const { product = listed } = useProduct(listed._id);
  const [picked, setPicked] = useState<Variant>({ color: colour || undefined });
  const purchase = usePurchase(product, [picked, setPicked]);
  const pictures = chosenPictures(product, purchase.selection.variant);
  return (
    <>
      <button type="button" className="icon-button quick-view-close" aria-label={t('quickView.close')} onClick={onClose}>
        <Icon name="cross" />
      </button>
      <Gallery key={pictures[0]?.src} name={product.name} pictures={pictures} kind="below" />
      <div className="product-text">
        <h2>{product.name}</h2>
        {/* The toast of an add is behind the dialog, so an add closes it. */}
        <BuyBox product={product} purchase={purchase} onAdded={onClose} />
      </div>
      <div className="quick-view-about">
        <p className="quiet">{product.shortDescription}</p>
        <Link className="quick-view-more" to={paths.product(product._id, picked)} onClick={onClose}>
          {t('quickView.more')}
          <Icon name="forward" />
        </Link>
      </div>
    </>
  );
};

/** A product in a dialog: pictures, buy box and a link to its page. Portalled, so that styles and hover of its tile do not apply. */
export const QuickView = ({ product, colour, isOpen, onClose }: QuickViewProps) => {
  const { t } = useTranslation('product');
  return createPortal(
    <Dialog isOpen={isOpen} onClose={onClose} label={t('quickView.label', { name: product.name })} className="quick-view">
      <QuickViewContent key={colour} product={product} colour={colour} onClose={onClose} />
    </Dialog>,
    document.body,
  );
};
