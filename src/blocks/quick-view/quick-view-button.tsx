import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '#contract/product.ts';
import { clientOnly } from '#shared/ui/client-only.tsx';
import { Icon } from '#shared/ui/icon.tsx';

// Rarely used: loaded when it is first opened.
const QuickView = clientOnly(() => import('./quick-view.tsx').then((module) => module.QuickView), ['product']);

/** Opens a product in a dialog; in a toolbar, so no tab stop. `isWide`: with text next to the icon. */
export const QuickViewButton = ({ product, isWide = false }: { readonly product: Product; readonly isWide?: boolean }) => {
  const { t } = useTranslation('common');
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
        {isWide && t('tile.quickViewText')}
      </button>
      {isOpen !== undefined && <QuickView product={product} isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  );
};
