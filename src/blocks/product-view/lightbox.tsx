import { type TouchEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductImage } from '#contract/product.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { isRtl, keyOf } from '#shared/ui/arrow-keys.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import '#styles/quick-view.scss';

const minSwipePx = 40;

type LightboxProps = {
  readonly name: string;
  readonly pictures: readonly ProductImage[];
  /** The picture that is shown; undefined closes the dialog. */
  readonly index: number | undefined;
  readonly onMove: (index: number) => void;
  readonly onClose: () => void;
};

/** In right-to-left text, the next picture is on the left. */
const nextDirection = (element: Element): 1 | -1 => (isRtl(element) ? -1 : 1);

/** Full-screen pictures: arrow keys, buttons and swipes change the picture, Escape closes. */
export const Lightbox = ({ name, pictures, index: enlarged, onMove, onClose }: LightboxProps) => {
  const { t } = useTranslation('product');
  const touchStartRef = useRef<{ readonly x: number; readonly y: number }>(undefined);
  const index = enlarged ?? 0;
  const picture = pictures[index];
  const move = (step: number) => onMove((index + step + pictures.length) % pictures.length);
  const onTouchStart = (event: TouchEvent) => {
    const finger = event.touches[0];
    // A gesture of two fingers zooms the page, and is no swipe.
    touchStartRef.current = finger && event.touches.length === 1 ? { x: finger.clientX, y: finger.clientY } : undefined;
  };
  const onTouchEnd = (event: TouchEvent) => {
    const finger = event.changedTouches[0];
    if (!finger || !touchStartRef.current) return;
    const deltaX = finger.clientX - touchStartRef.current.x;
    const deltaY = finger.clientY - touchStartRef.current.y;
    touchStartRef.current = undefined;
    if (Math.abs(deltaX) > Math.max(minSwipePx, Math.abs(deltaY))) move((deltaX < 0 ? 1 : -1) * nextDirection(event.currentTarget));
  };
  return (
    <Dialog isOpen={enlarged !== undefined} onClose={onClose} label={t('gallery.label', { name })} className="lightbox">
      {/* Handles keys wherever the focus is in the dialog. */}
      <div
        role="presentation"
        onKeyDown={(event) => {
          const key = keyOf(event);
          if (key === 'ArrowRight') move(1);
          if (key === 'ArrowLeft') move(-1);
        }}
        onTouchStart={onTouchStart}
        onTouchEnd={onTouchEnd}
      >
        <button type="button" className="icon-button lightbox-close" aria-label={t('gallery.close')} onClick={onClose}>
          <Icon name="cross" />
        </button>
        {picture && (
          <ProductPicture
            key={picture.src}
            image={picture}
            sizes="(min-aspect-ratio: 1) 90vh, 100vw"
            loadOrder="early"
            alt={picture.alt || name}
          />
        )}
        {pictures.length > 1 && (
          <div className="lightbox-bar">
            <button type="button" className="icon-button" aria-label={t('gallery.previous')} onClick={() => move(-1)}>
              <Icon name="back" />
            </button>
            <p aria-live="polite">{t('gallery.position', { number: index + 1, count: pictures.length })}</p>
            <button type="button" className="icon-button" aria-label={t('gallery.next')} onClick={() => move(1)}>
              <Icon name="forward" />
            </button>
          </div>
        )}
      </div>
    </Dialog>
  );
};
