import type { Action } from '@reduxjs/toolkit';
import { startTransition, useEffect, useState } from 'react';
import { toast as hotToast, useToaster } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { lineImage, lineName } from '#blocks/cart-view/line-parts.ts';
import type { CartLine } from '#contract/cart-line.ts';
import { added } from '#features/cart/cart-slice.ts';
import { cartAddedEvent } from '#features/cart/use-cart.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { isAtLeast } from '#shared/breakpoints.ts';
import { paths } from '#shared/paths.ts';
import { Icon, type IconName } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import { type Toast, type ToastTone, toastOf } from './toasts.ts';
import '#styles/toasts.scss';

/** How long a toast stays: a product requirement. */
const durationMs = 3000;

const icons: Readonly<Record<ToastTone, IconName>> = { success: 'check', info: 'info', warning: 'warning', error: 'cross' };

/** Removing is no failure, although its toast has the tone of one: a product requirement. */
const iconOf = ({ tone, messageKey }: Toast): IconName => (messageKey.endsWith('removed') ? 'bin' : icons[tone]);

type ToastLineProps = {
  readonly toast: Toast;
  /** What was added to the cart, where the toast says so. */
  readonly line: CartLine | undefined;
};

const ToastLine = ({ toast, line }: ToastLineProps) => {
  const { t } = useTranslation('toasts');
  return (
    <div className={`toast-line toast-${toast.tone}`}>
      {line ? <ProductPicture image={lineImage(line)} sizes="48px" alt="" /> : <Icon name={iconOf(toast)} />}
      <div>
        <p>{t(toast.messageKey, toast.values ?? {})}</p>
        {line && <p className="toast-name">{lineName(line.name, line.selectedVariation)}</p>}
      </div>
      {line && <Link to={paths.cart}>{t('viewCart')}</Link>}
    </div>
  );
};

/** Ids of the latest toast of each message. */
const latestIds = new Map<Toast['messageKey'], string>();

/**
 * Shows a toast; it replaces one with the same message. Each has an id of its own: the timer of the earlier one must not hide it, and a
 * live region announces a new element, not one that stays the same.
 */
export const showToast = (toast: Toast, line?: CartLine) => {
  const earlier = latestIds.get(toast.messageKey);
  if (earlier) hotToast.remove(earlier);
  latestIds.set(
    toast.messageKey,
    hotToast(() => <ToastLine toast={toast} line={line} />, { duration: durationMs }),
  );
};

const isMotionWelcome = (): boolean =>
  typeof window.matchMedia === 'function' && window.matchMedia('(prefers-reduced-motion: no-preference)').matches;

/** Keeps the toast of a phone above the pressed control, which it would cover at the foot of the screen. */
const clearPressedControl = () => {
  const { top = 0, bottom = 0 } = document.activeElement?.getBoundingClientRect() ?? {};
  const isNearFoot = top > window.innerHeight / 2 && bottom <= window.innerHeight;
  document.documentElement.style.setProperty('--pressed', isNearFoot ? `${window.innerHeight - top + 8}px` : '0px');
};

/** Shows the toast of an action, if it has one. What was added is shown by the toast on phones, and by the mini-cart on desktops. */
export const showToastOf = (action: Action) => {
  const known = toastOf(action);
  if (!known) return;
  const toast = known.isCounted && 'payload' in action ? { ...known, values: { count: Number(action.payload) } } : known;
  const line = added.match(action) && window.location.pathname !== paths.cart ? action.payload : undefined;
  const isPhone = !isAtLeast('md');
  if (isPhone) clearPressedControl();
  // What the action itself changes is painted first, such as the count of the cart.
  startTransition(() => {
    showToast(toast, isPhone ? line : undefined);
    if (line && isAtLeast('lg') && isMotionWelcome()) window.dispatchEvent(new Event(cartAddedEvent));
  });
};

/** The live region of toasts, at the bottom left. */
export const Toaster = () => {
  const { t } = useTranslation('toasts');
  const { toasts: shown, handlers } = useToaster();
  // Screen readers do not announce the initial content of a live region.
  const [isReady, setIsReady] = useState(false);
  useEffect(() => setIsReady(true), []);
  return (
    <div
      className="toaster"
      role="status"
      aria-label={t('label')}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      {isReady &&
        shown
          .filter(({ visible }) => visible)
          .map((toast) => <div key={toast.id}>{typeof toast.message === 'function' ? toast.message(toast) : toast.message}</div>)}
    </div>
  );
};
