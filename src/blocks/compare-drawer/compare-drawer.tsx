import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ProductPicture, picturesOf } from '#features/catalogue/product-picture.tsx';
import { compareLimit } from '#features/compare/compare-slice.ts';
import { useComparedItems } from '#features/compare/use-compare.ts';
import { paths } from '#shared/paths.ts';
import { ConfirmButton } from '#shared/ui/confirm-button.tsx';
import { Icon } from '#shared/ui/icon.tsx';

/** Room for pictures beside the buttons (Bootstrap's md). */
const roomy = 768;

/**
 * What is being compared, at the bottom edge while a shopper goes through the goods: pictures to take away again, and the way to
 * the comparison. It starts open where there is room and as one line on phones; `isOnProduct` keeps it off phones, where the
 * product's own bar stands.
 */
export const CompareDrawer = ({ isOnProduct }: { readonly isOnProduct: boolean }) => {
  const { t } = useTranslation(['compare', 'common']);
  const { items, remove, clear } = useComparedItems();
  const [isOpen, setIsOpen] = useState(false);
  const region = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const listId = useId();

  useLayoutEffect(() => setIsOpen(window.innerWidth >= roomy), []);

  useEffect(() => {
    const shown = region.current;
    const key = ({ key, target }: KeyboardEvent) => {
      // In the question before clearing, Escape answers that.
      if (key !== 'Escape' || (target instanceof Element && target.closest('dialog'))) return;
      setIsOpen(false);
      toggle.current?.focus();
    };
    shown?.addEventListener('keydown', key);
    return () => shown?.removeEventListener('keydown', key);
  }, []);

  // With the last product goes the drawer, and with it the button that was pressed.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true });
    },
    [],
  );

  return (
    <section
      ref={region}
      className={`compare-drawer${isOpen ? ' is-open' : ''}${isOnProduct ? ' is-on-product' : ''}`}
      aria-label={t('drawer.label')}
    >
      <div className="container-xl compare-drawer-row">
        <button
          ref={toggle}
          type="button"
          className="btn compare-drawer-toggle"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon name="compare" />
          {t('drawer.count', { number: items.length, limit: compareLimit })}
          <Icon name="down" />
        </button>
        <div id={listId} className="compare-drawer-goods" hidden={!isOpen}>
          <ul>
            {items.map((product) => (
              <li key={product.id}>
                <ProductPicture image={picturesOf(product)[0]} sizes="64px" alt={product.name} />
                <button
                  type="button"
                  aria-label={t('common:line.remove', { name: product.name })}
                  onClick={() => {
                    remove(product);
                    toggle.current?.focus();
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
