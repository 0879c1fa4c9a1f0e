import { type TouchEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductImage } from '#contract/product.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Icon } from '#shared/ui/icon.tsx';

/** A finger that moves this many pixels sideways means the next picture. */
const swipe = 40;

type LightboxProps = {
  readonly name: string;
  readonly pictures: readonly ProductImage[];
  /** Which picture is enlarged; none closes it. */
  readonly at: number | undefined;
  readonly onMove: (at: number) => void;
  readonly onClose: () => void;
};

/** Where pictures run from right to left, the next one lies to the left. */
const onwards = (element: Element): 1 | -1 => (getComputedStyle(element).direction === 'rtl' ? -1 : 1);

/** One picture as large as the screen allows: arrow keys, buttons and swipes turn the pages, Escape closes. */
export const Lightbox = ({ name, pictures, at: enlarged, onMove, onClose }: LightboxProps) => {
  const { t } = useTranslation('product');
  const start = useRef<{ readonly x: number; readonly y: number }>(undefined);
  const at = enlarged ?? 0;
  const picture = pictures[at];
  const move = (by: number) => onMove((at + by + pictures.length) % pictures.length);
  const touch = (event: TouchEvent) => {
    const finger = event.touches[0];
    // Two fingers enlarge the page; that is no swipe.
    start.current = finger && event.touches.length === 1 ? { x: finger.clientX, y: finger.clientY } : undefined;
  };
  const lift = (event: TouchEvent) => {
    const finger = event.changedTouches[0];
    if (!finger || !start.current) return;
    const [across, down] = [finger.clientX - start.current.x, finger.clientY - start.current.y];
    start.current = undefined;
    if (Math.abs(across) > Math.max(swipe, Math.abs(down))) move((across < 0 ? 1 : -1) * onwards(event.currentTarget));
  };
  return (
    <Dialog isOpen={enlarged !== undefined} onClose={onClose} label={t('gallery.label', { name })} className="lightbox">
      {/* The keys work wherever in the dialog the focus is. */}
      <div
        role="presentation"
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight') move(onwards(event.currentTarget));
          if (event.key === 'ArrowLeft') move(-onwards(event.currentTarget));
        }}
        onTouchStart={touch}
        onTouchEnd={lift}
      >
        <button type="button" className="icon-button lightbox-close" aria-label={t('gallery.close')} onClick={onClose}>
          <Icon name="cross" />
        </button>
        {picture && (
          <ProductPicture
            key={picture.src}
            image={picture}
            sizes="(min-aspect-ratio: 1) 90vh, 100vw"
            when="early"
            alt={picture.alt || name}
          />
        )}
        {pictures.length > 1 && (
          <div className="lightbox-bar">
            <button type="button" className="icon-button" aria-label={t('gallery.previous')} onClick={() => move(-1)}>
              <Icon name="back" />
            </button>
            <p aria-live="polite">{t('gallery.position', { number: at + 1, count: pictures.length })}</p>
            <button type="button" className="icon-button" aria-label={t('gallery.next')} onClick={() => move(1)}>
              <Icon name="forward" />
            </button>
          </div>
        )}
      </div>
    </Dialog>
  );
};
