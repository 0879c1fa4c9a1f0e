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

/** One picture as large as the screen allows: arrow keys, buttons and swipes turn the pages, Escape closes. */
export const Lightbox = ({ name, pictures, at, onMove, onClose }: LightboxProps) => {
  const { t } = useTranslation('product');
  const start = useRef<number>(undefined);
  const move = (by: number) => onMove(((at ?? 0) + by + pictures.length) % pictures.length);
  const end = (event: TouchEvent) => {
    const moved = (event.changedTouches[0]?.clientX ?? 0) - (start.current ?? 0);
    if (Math.abs(moved) > swipe) move(moved < 0 ? 1 : -1);
  };
  return (
    <Dialog isOpen={at !== undefined} onClose={onClose} label={t('gallery.label', { name })} className="lightbox">
      {/* The keys work wherever in the dialog the focus is. */}
      <div
        role="presentation"
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight') move(1);
          if (event.key === 'ArrowLeft') move(-1);
        }}
        onTouchStart={(event) => {
          start.current = event.touches[0]?.clientX;
        }}
        onTouchEnd={end}
      >
        <button type="button" className="icon-button lightbox-close" aria-label={t('gallery.close')} onClick={onClose}>
          <Icon name="cross" />
        </button>
        <ProductPicture image={pictures[at ?? 0]} sizes="(min-aspect-ratio: 1) 90vh, 100vw" when="early" />
        {pictures.length > 1 && (
          <div className="lightbox-bar">
            <button type="button" className="icon-button" aria-label={t('gallery.previous')} onClick={() => move(-1)}>
              <Icon name="back" />
            </button>
            <p aria-live="polite">{t('gallery.position', { number: (at ?? 0) + 1, count: pictures.length })}</p>
            <button type="button" className="icon-button" aria-label={t('gallery.next')} onClick={() => move(1)}>
              <Icon name="forward" />
            </button>
          </div>
        )}
      </div>
    </Dialog>
  );
};
