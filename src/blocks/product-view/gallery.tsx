import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductImage } from '#contract/product.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { clientOnly } from '#shared/ui/client-only.tsx';
import { Icon } from '#shared/ui/icon.tsx';

const Lightbox = clientOnly(() => import('./lightbox.tsx').then((module) => module.Lightbox));

/** Where the other pictures stand: thumbnails below or at a side of the one shown, all stacked, all in a row, or none at all. */
export type GalleryKind = 'below' | 'left' | 'right' | 'sticky' | 'slider' | 'fixed';

type GalleryProps = { readonly name: string; readonly pictures: readonly ProductImage[]; readonly kind: GalleryKind };

const wide = '(min-width: 1200px) 600px, (min-width: 768px) 48vw, 92vw';
const third = '(min-width: 768px) 33vw, 80vw';

/** How the pictures stand: one with the others as thumbnails, all of them, or one alone. */
const shown = (kind: GalleryKind, pictures: readonly ProductImage[], chosen: number) => {
  if (kind === 'sticky' || kind === 'slider') return pictures;
  return pictures.slice(kind === 'fixed' ? 0 : chosen, kind === 'fixed' ? 1 : chosen + 1);
};

/** Moves a row of equally wide pictures on or back by one; written from right to left, it scrolls to the other side. */
const slide = (row: HTMLElement | null, by: 1 | -1) => {
  if (!row) return;
  const at = Math.round((Math.abs(row.scrollLeft) / row.scrollWidth) * row.children.length);
  row.children[at + by]?.scrollIntoView({ inline: 'start', block: 'nearest' });
};

/** A product's pictures; a press enlarges. Give it a new key when the first picture changes. */
export const Gallery = ({ name, pictures, kind }: GalleryProps) => {
  const { t } = useTranslation('product');
  const [chosen, setChosen] = useState(0);
  // Nothing was enlarged yet, nothing is enlarged any more, or which.
  const [enlarged, setEnlarged] = useState<number | 'closed'>();
  const row = useRef<HTMLDivElement>(null);
  const hasThumbnails = pictures.length > 1 && (kind === 'below' || kind === 'left' || kind === 'right');
  const altOf = ({ alt }: ProductImage) => alt || name;
  return (
    <section className={`gallery gallery-${kind}`} aria-label={t('gallery.label', { name })}>
      <div className="gallery-main" ref={row}>
        {pictures.length === 0 && <ProductPicture image={undefined} sizes={wide} />}
        {shown(kind, pictures, chosen).map((picture, at) => (
          <button
            key={picture.src}
            type="button"
            className="gallery-enlarge"
            aria-label={`${t('gallery.enlarge')}: ${altOf(picture)}`}
            aria-haspopup="dialog"
            onClick={() => setEnlarged(pictures.indexOf(picture))}
          >
            <ProductPicture
              image={picture}
              sizes={kind === 'slider' ? third : wide}
              when={at === 0 ? 'first' : kind === 'slider' && at < 3 ? 'early' : 'late'}
              alt={altOf(picture)}
            />
          </button>
        ))}
      </div>
      {kind === 'slider' && pictures.length > 1 && (
        <div className={pictures.length > 3 ? 'gallery-steps' : 'gallery-steps gallery-steps-narrow'}>
          <button type="button" className="icon-button" aria-label={t('gallery.previous')} onClick={() => slide(row.current, -1)}>
            <Icon name="back" />
          </button>
          <button type="button" className="icon-button" aria-label={t('gallery.next')} onClick={() => slide(row.current, 1)}>
            <Icon name="forward" />
          </button>
        </div>
      )}
      {hasThumbnails && (
        <ul className="gallery-thumbs">
          {pictures.map((picture, at) => (
            <li key={picture.src}>
              <button
                type="button"
                aria-label={t('gallery.show', { number: at + 1, count: pictures.length, alt: altOf(picture) })}
                aria-pressed={at === chosen}
                onClick={() => setChosen(at)}
              >
                <ProductPicture image={picture} sizes="88px" alt="" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {enlarged !== undefined && (
        <Lightbox
          name={name}
          pictures={pictures}
          at={enlarged === 'closed' ? undefined : enlarged}
          onMove={setEnlarged}
          onClose={() => setEnlarged('closed')}
        />
      )}
    </section>
  );
};
