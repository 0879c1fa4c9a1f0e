import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router-dom';
import { selectLineCount } from '#features/cart/cart-slice.ts';
import { useOutsidePress } from '#shared/hooks/use-outside-press.ts';
import { paths } from '#shared/paths.ts';
import { clientOnly } from '#shared/ui/client-only.tsx';
import { CountBadge } from '#shared/ui/count-badge.tsx';
import { Icon } from '#shared/ui/icon.tsx';

// Preloaded on hover and focus: phones never show it.
const MiniCart = clientOnly(() => import('#blocks/mini-cart/mini-cart.tsx').then((module) => module.MiniCart));

/** The cart icon: opens the mini-cart on desktop, leads to the cart on phones. */
export const CartButton = () => {
  const { t } = useTranslation('common');
  const count = useSelector(selectLineCount);
  const [isOpen, setIsOpen] = useState(false);
  const { pathname } = useLocation();
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const leave = useCallback((by: 'press' | 'escape') => {
    setIsOpen(false);
    if (by === 'escape') button.current?.focus();
  }, []);
  useOutsidePress(place, isOpen, leave);
  useEffect(() => {
    if (pathname) setIsOpen(false);
  }, [pathname]);
  const face = (
    <>
      <Icon name="basket" />
      <CountBadge count={count} />
    </>
  );
  return (
    <div className="cart-button" ref={place}>
      <Link className="icon-button d-lg-none" to={paths.cart} aria-label={t('header.cart', { count })}>
        {face}
      </Link>
      <button
        ref={button}
        type="button"
        className="icon-button d-none d-lg-inline-flex"
        aria-label={t('header.cart', { count })}
        aria-expanded={isOpen}
        aria-controls={id}
        onPointerEnter={MiniCart.preload}
        onFocus={MiniCart.preload}
        onClick={() => setIsOpen(!isOpen)}
      >
        {face}
      </button>
      <section id={id} className="mini-cart" aria-label={t('miniCart.label')} hidden={!isOpen}>
        {isOpen && <MiniCart onLeave={() => setIsOpen(false)} />}
      </section>
    </div>
  );
};
