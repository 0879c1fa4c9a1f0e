import type { TFunction } from 'i18next';
import { useState } from 'react';
import type { Product } from '#contract/product.ts';
import { clientOnly } from '#shared/ui/client-only.tsx';
import { Icon } from '#shared/ui/icon.tsx';

/** Fetched when the browser is idle. */
export const QuickView = clientOnly(() => import('./quick-view.tsx').then((module) => module.QuickView), ['product']);

/** `t` is the tile's: each `useTranslation` costs a list of tiles milliseconds. `isWide`: with text next to the icon. */
type QuickViewButtonProps = {
  readonly product: Product;
  /** The name of the colour that it shows first, '' for none in particular. */
  readonly colour: string;
  readonly t: TFunction<'common'>;
  readonly isWide?: boolean;
};

/** Opens a product in a dialog; in a toolbar, so no tab stop. */
export const QuickViewButton = ({ product, colour, t, isWide = false }: QuickViewButtonProps) => {
  const [isOpen, setIsOpen] = useState<boolean>();
  return (
    <>
      <button
        type="button"
        className={isWide ? 'btn btn-link' : 'icon-button'}
        tabIndex={-1}
        aria-haspopup="dialog"
        aria-label={t('tile.quickView', { name: product.name })}
        onClick={() => setIsOpen(true)}
      >
        <Icon name="eye" />
        {isWide && <span>{t('tile.quickViewText')}</span>}
      </button>
      {isOpen !== undefined && <QuickView product={product} colour={colour} isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  );
};
