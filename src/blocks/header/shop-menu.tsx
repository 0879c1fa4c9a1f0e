import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Overlay } from '#blocks/overlay/overlay.ts';
import { useDismiss } from '#shared/hooks/use-dismiss.ts';
import { paths } from '#shared/paths.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';

/** "Shop" of the main menu: a link, and a button that shows what the shop sells; a mouse does by pointing, a keyboard by focus. */
export const ShopMenu = () => {
  const { t } = useTranslation('common');
  const { pathname } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const itemRef = useRef<HTMLLIElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => setIsOpen(false);
  useDismiss(itemRef, isOpen, (by) => {
    // Before closing, because its focus opens.
    if (by === 'escape' && itemRef.current?.contains(document.activeElement)) buttonRef.current?.focus();
    close();
  });
  return (
    <li
      ref={itemRef}
      className="shop-menu"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setIsOpen(true)}
      onPointerLeave={close}
      onBlur={({ relatedTarget }) => relatedTarget && !itemRef.current?.contains(relatedTarget) && close()}
    >
      <Link to={paths.shop} aria-current={pathname.startsWith('/shop-') ? 'page' : undefined} onClick={close}>
        {t('header.menu.shop')}
      </Link>
      <button
        ref={buttonRef}
        type="button"
        aria-label={t('header.shopMenu')}
        aria-expanded={isOpen}
        aria-controls={id}
        // A press keeps the focus where it is, so that only keyboards open by focus.
        onMouseDown={(event) => event.preventDefault()}
        onFocus={() => setIsOpen(true)}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="down" />
      </button>
      <div id={id} className="shop-menu-panel" hidden={!isOpen}>
        {isOpen && <Overlay kind="shop" isOpen onClose={close} />}
      </div>
    </li>
  );
};
