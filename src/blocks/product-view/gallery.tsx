import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Overlay } from '#blocks/overlay/overlay.ts';
import type { ProductImage } from '#contract/product.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { Icon } from '#shared/ui/icon.tsx';

/** Thumbnails below or at a side of the main picture; all pictures stacked; all in a row; or the first one only. */
export type GalleryKind = 'below' | 'left' | 'right' | 'sticky' | 'slider' | 'fixed';

type GalleryProps = { readonly name: string; readonly pictures: readonly ProductImage[]; readonly kind: GalleryKind };

const wideSizes = '(min-width: 1200px) 600px, (min-width: 768px) 48vw, 92vw';
const sliderSizes = '(min-width: 768px) 33vw, 80vw';

/** The index of the picture to which a row of equally wide pictures is scrolled; in right-to-left text, `scrollLeft` is negative. */
const shownPictureIndex = (row: HTMLElement): number => Math.round((Math.abs(row.scrollLeft) / row.scrollWidth) * row.children.length) || 0;

/** Scrolls a row of pictures by one. */
const slide = (row: HTMLElement | null, step: 1 | -1) =>
  row?.children[shownPictureIndex(row) + step]?.scrollIntoView({ inline: 'start', block: 'nearest' });

/**
 * A product's pictures, which open in a lightbox. On phones they are a row that snaps, with a counter; else by `kind`, and with thumbnails
 * only the chosen one is displayed. Needs a new `key` when the first picture changes.
 */
export const Gallery = ({ name, pictures, kind }: GalleryProps) => {
  const { t } = useTranslation('product');
  const [chosenIndex, setChosenIndex] = useState(0);
  const [scrolledTo, setScrolledTo] = useState(0);
  // The index in the lightbox; undefined until it is first opened, which is when its chunk is loaded.
  const [enlargedIndex, setEnlargedIndex] = useState<number | 'closed'>();
  const rowRef = useRef<HTMLDivElement>(null);
  const hasThumbnails = pictures.length > 1 && (kind === 'below' || kind === 'left' || kind === 'right');
  const altOf = ({ alt }: ProductImage) => alt || name;
  return (
    <section className={`gallery gallery-${kind}`} aria-label={t('gallery.label', { name })}>
      <div className="gallery-main" ref={rowRef} onScroll={({ currentTarget }) => setScrolledTo(shownPictureIndex(currentTarget))}>
        {pictures.length === 0 && <ProductPicture image={undefined} sizes={wideSizes} />}
        {(kind === 'fixed' ? pictures.slice(0, 1) : pictures).map((picture, index) => (
          <button
            key={picture.src}
            type="button"
            className={index === chosenIndex ? 'gallery-enlarge is-chosen' : 'gallery-enlarge'}
            aria-label={`${t('gallery.enlarge')}: ${altOf(picture)}`}
            aria-haspopup="dialog"
            onClick={() => setEnlargedIndex(index)}
          >
            <ProductPicture
              image={picture}
              sizes={kind === 'slider' ? sliderSizes : wideSizes}
              loadOrder={index === 0 ? 'first' : kind === 'slider' && index < 3 ? 'early' : 'late'}
              alt={altOf(picture)}
            />
          </button>
        ))}
      </div>
      {kind !== 'fixed' && pictures.length > 1 && (
        <p className="gallery-count" aria-hidden="true">
          {t('gallery.count', { number: scrolledTo + 1, count: pictures.length })}
        </p>
      )}
      {kind === 'slider' && pictures.length > 1 && (
        <div className={pictures.length > 3 ? 'gallery-steps' : 'gallery-steps gallery-steps-narrow'}>
          <button type="button" className="icon-button" aria-label={t('gallery.previous')} onClick={() => slide(rowRef.current, -1)}>
            <Icon name="back" />
          </button>
          <button type="button" className="icon-button" aria-label={t('gallery.next')} onClick={() => slide(rowRef.current, 1)}>
            <Icon name="forward" />
          </button>
        </div>
      )}
      {hasThumbnails && (
        <ul className="gallery-thumbs">
          {pictures.map((picture, index) => (
            <li key={picture.src}>
              <button
                type="button"
                aria-label={t('gallery.show', { number: index + 1, count: pictures.length, alt: altOf(picture) })}
                aria-pressed={index === chosenIndex}
                onClick={() => setChosenIndex(index)}
              >
                <ProductPicture image={picture} sizes="88px" alt="" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {enlargedIndex !== undefined && (
        <Overlay
          kind="lightbox"
          name={name}
          pictures={pictures}
          index={enlargedIndex === 'closed' ? undefined : enlargedIndex}
          onMove={setEnlargedIndex}
          onClose={() => setEnlargedIndex('closed')}
        />
      )}
    </section>
  );
};
