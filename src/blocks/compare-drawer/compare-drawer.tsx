import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProductPicture, picturesOf } from '#features/catalogue/product-picture.tsx';
import { compareLimit } from '#features/compare/compare-slice.ts';
import { useComparedItems } from '#features/compare/use-compare.ts';
import { isAtLeast } from '#shared/breakpoints.ts';
import { paths } from '#shared/paths.ts';
import { ConfirmButton } from '#shared/ui/confirm-button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import '#styles/order-screens.scss';

/**
 * A bar at the bottom with the compared products and a link to the comparison; collapsed to one line on phones. With `isOnProduct`, it is
 * hidden on phones, where the product page has its own bar.
 */
export const CompareDrawer = ({ isOnProduct }: { readonly isOnProduct: boolean }) => {
  const { t } = useTranslation(['compare', 'common']);
  const { items, remove, clear } = useComparedItems();
  const [isOpen, setIsOpen] = useState(false);
  const regionRef = useRef<HTMLElement>(null);
  const toggleRef = useRef<HTMLButtonElement>(null);
  const listId = useId();

  useLayoutEffect(() => setIsOpen(isAtLeast('md')), []);

  useEffect(() => {
    const region = regionRef.current;
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      // In the confirmation dialog, Escape closes the dialog.
      if (key !== 'Escape' || (target instanceof Element && target.closest('dialog'))) return;
      setIsOpen(false);
      toggleRef.current?.focus();
    };
    region?.addEventListener('keydown', onKeyDown);
    return () => region?.removeEventListener('keydown', onKeyDown);
  }, []);

  // Removing the last product unmounts the drawer and its focused button.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true });
    },
    [],
  );

  return (
    <section
      ref={regionRef}
      className={`compare-drawer${isOpen ? ' is-open' : ''}${isOnProduct ? ' is-on-product' : ''}`}
      aria-label={t('drawer.label')}
    >
      <div className="container-xl compare-drawer-row">
        <button
          ref={toggleRef}
          type="button"
          className="btn compare-drawer-toggle"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon name="compare" />
          <span>{t('drawer.count', { number: items.length, limit: compareLimit })}</span>
          <Icon name="down" />
        </button>
        <div id={listId} className="compare-drawer-products" hidden={!isOpen}>
          <ul>
            {items.map((product) => (
              <li key={product.id}>
                <ProductPicture image={picturesOf(product)[0]} sizes="64px" alt={product.name} />
                <button
                  type="button"
                  aria-label={t('common:line.remove', { name: product.name })}
                  onClick={() => {
                    remove(product);
                    toggleRef.current?.focus();
                  }}
                >
                  <Icon name="cross" />
                </button>
              </li>
            ))}
          </ul>
          <ConfirmButton label={t('drawer.clear')} text={t('clearText')} onConfirm={clear} />
        </div>
        <Link className="btn btn-primary" to={paths.compare}>
          {t('drawer.compare')}
        </Link>
      </div>
    </section>
  );
};
