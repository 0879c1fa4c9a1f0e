import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Overlay } from '#blocks/overlay/overlay.ts';
import { formatNumber } from '#contract/locale.ts';
import { selectLineCount } from '#features/cart/cart-slice.ts';
import { cartAddedEvent } from '#features/cart/use-cart.ts';
import { useDismiss } from '#shared/hooks/use-dismiss.ts';
import { usePathLeave } from '#shared/hooks/use-path-change.ts';
import { paths } from '#shared/paths.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';

/** A number at the corner of an icon button, whose accessible name includes it. */
export const CountBadge = ({ count }: { readonly count: number }) => {
  const { i18n } = useTranslation('common');
  return count > 0 ? (
    <span className="count-badge" aria-hidden="true">
      {formatNumber(count, i18n.language)}
    </span>
  ) : null;
};

/** The mini-cart closes this long (in ms) after an add; while the pointer is over it or it has the focus, it waits for as long again. */
const shownMs = 4000;

/** The cart icon: opens the mini-cart on desktop, links to the cart on phones. */
export const CartButton = () => {
  const { t } = useTranslation('common');
  const count = useSelector(selectLineCount);
  // `briefly` after an add; a press on the icon then makes it `open`, however late the press comes.
  const [shown, setShown] = useState<'no' | 'briefly' | 'open'>('no');
  const isOpen = shown !== 'no';
  const wrapperRef = useRef<HTMLDivElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const id = useId();
  useDismiss(wrapperRef, isOpen, (by) => {
    // Opened by an addition, the mini-cart has not taken the focus and gives none back.
    if (by === 'escape' && wrapperRef.current?.contains(document.activeElement)) buttonRef.current?.focus();
    setShown('no');
  });
  usePathLeave(() => setShown('no'));
  useEffect(() => {
    const show = () => setShown((now) => (now === 'open' ? now : 'briefly'));
    window.addEventListener(cartAddedEvent, show);
    return () => window.removeEventListener(cartAddedEvent, show);
  }, []);
  useEffect(() => {
    if (shown !== 'briefly') return;
    const timer = setInterval(() => {
      if (!wrapperRef.current?.matches(':hover, :focus-within')) setShown('no');
    }, shownMs);
    return () => clearInterval(timer);
  }, [shown]);
  const content = (
    <>
      <Icon name="basket" />
      <CountBadge count={count} />
    </>
  );
  return (
    <div className="cart-button" ref={wrapperRef}>
      <Link className="icon-button d-lg-none" to={paths.cart} aria-label={t('header.cart', { count })}>
        {content}
      </Link>
      <button
        ref={buttonRef}
        type="button"
        className="icon-button d-none d-lg-inline-flex"
        aria-label={t('header.cart', { count })}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setShown(shown === 'open' ? 'no' : 'open')}
      >
        {content}
      </button>
      <section id={id} className="mini-cart" aria-label={t('miniCart.label')} hidden={!isOpen}>
        {isOpen && <Overlay kind="cart" isOpen onClose={() => setShown('no')} />}
      </section>
    </div>
  );
};
