import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductImage } from '#contract/product.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import type { ProductVariant } from '#screens/product/product-variants.ts';
import { late } from '#shared/ui/late.tsx';

const Lightbox = late(() => import('./lightbox.tsx').then((module) => module.Lightbox));

type GalleryProps = { readonly name: string; readonly pictures: readonly ProductImage[]; readonly kind: ProductVariant['gallery'] };

const wide = '(min-width: 1200px) 600px, (min-width: 768px) 48vw, 92vw';

/** How the pictures stand: one with the others as thumbnails, all of them, or one alone. */
const shown = (kind: GalleryProps['kind'], pictures: readonly ProductImage[], chosen: number) => {
  if (kind === 'sticky' || kind === 'slider') return pictures;
  return pictures.slice(kind === 'fixed' ? 0 : chosen, kind === 'fixed' ? 1 : chosen + 1);
};

/** A product's pictures (screens.md, Product); a press enlarges. Give it a new key when the first picture changes. */
export const Gallery = ({ name, pictures, kind }: GalleryProps) => {
  const { t } = useTranslation('product');
  const [chosen, setChosen] = useState(0);
  // Nothing was enlarged yet, nothing is enlarged any more, or which.
  const [enlarged, setEnlarged] = useState<number | 'closed'>();
  const hasThumbnails = pictures.length > 1 && (kind === 'below' || kind === 'left' || kind === 'right');
  return (
    <section className={`gallery gallery-${kind}`} aria-label={t('gallery.label', { name })}>
      <div className="gallery-main">
        {pictures.length === 0 && <ProductPicture image={undefined} sizes={wide} />}
        {shown(kind, pictures, chosen).map((picture, at) => (
          <button
            key={picture.src}
            type="button"
            className="gallery-enlarge"
            aria-label={`${t('gallery.enlarge')}: ${picture.alt}`}
            aria-haspopup="dialog"
            onClick={() => setEnlarged(pictures.indexOf(picture))}
          >
            <ProductPicture
              image={picture}
              sizes={kind === 'slider' ? '(min-width: 768px) 33vw, 80vw' : wide}
              when={at === 0 ? 'first' : 'late'}
            />
          </button>
        ))}
      </div>
      {hasThumbnails && (
        <ul className="gallery-thumbs">
          {pictures.map((picture, at) => (
            <li key={picture.src}>
              <button
                type="button"
                aria-label={t('gallery.show', { number: at + 1, count: pictures.length, alt: picture.alt })}
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
