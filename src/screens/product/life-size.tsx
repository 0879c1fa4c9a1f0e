import { useId, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#contract/locale.ts';
import type { Product } from '#contract/product.ts';
import { type Outline, readRealSize } from '#contract/real-size.ts';
import { isAtLeast } from '#shared/breakpoints.ts';
import { browserStorage } from '#shared/browser-storage.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { card, cardPixels, reductionFor, toMillimetres, toPixels } from './life-size-scale.ts';
import '#styles/life-size.scss';

/** Each outline in a square of 100, which is stretched to the product's width and height. */
const paths: Readonly<Record<Outline, string>> = {
  box: 'M0 4Q0 0 4 0H96Q100 0 100 4V96Q100 100 96 100H4Q0 100 0 96Z',
  oval: 'M50 0A50 50 0 0 1 50 100A50 50 0 0 1 50 0Z',
  // The handle is outside of the square.
  mug: 'M0 1Q50 -3 100 1L98 92Q97 100 90 100H10Q3 100 2 92ZM0 1Q50 8 100 1M99 20C142 12 142 78 98 72M99 31C125 26 125 66 98 60',
  bowl: 'M0 0H100C98 52 78 92 66 94L65 100H35L34 94C22 92 2 52 0 0Z',
  pot: 'M0 0H100V18H96L84 100H16L4 18H0ZM4 18H96',
  jar: 'M6 26H94Q100 60 94 92Q92 100 84 100H16Q8 100 6 92Q0 60 6 26ZM2 26V19Q50 8 98 19V26ZM43 12Q38 0 50 0Q62 0 57 12',
  vase: 'M36 0H64C60 22 66 28 78 38C96 50 100 60 100 70C100 84 88 100 74 100H26C12 100 0 84 0 70C0 60 4 50 22 38C34 28 40 22 36 0Z',
};

/** How far the drawing extends beyond the outline's width, as a fraction of that. */
const handleOverhang = (outline: Outline): number => (outline === 'mug' ? 0.32 : 0);

const storage = browserStorage('localStorage', 'flone:card');

/** The height of a drawn bank card as the shopper has set it; undefined if not set. In device pixels, so that it is right at any zoom of the page. */
const readCard = (): number | undefined => {
  const stored = Number(storage.read());
  return stored >= cardPixels.min && stored <= cardPixels.max ? stored : undefined;
};

/** CSS pixels to the millimetre of a usual desktop screen and of a usual phone. */
const usualPixelsPerMillimetre = () => (isAtLeast('md') ? 3.8 : 6);

const subscribe = (listener: () => void) => {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
};

/** The maximum width inside the dialog, and the space around the drawing, in CSS pixels. */
const maxDialogWidth = 904;
const dialogMargins = { inline: 52, block: 260 } as const;

type DrawingProps = {
  readonly path: string;
  /** In CSS pixels, without the extension (`extra`). */
  readonly width: number;
  readonly height: number;
  readonly extra?: number;
  readonly className?: string;
};

const Drawing = ({ path, width, height, extra = 0, className }: DrawingProps) => (
  <svg
    className={className}
    style={{ inlineSize: width * (1 + extra), blockSize: height }}
    viewBox={`0 0 ${100 * (1 + extra)} 100`}
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <path d={path} vectorEffect="non-scaling-stroke" />
  </svg>
);

type LifeSizeProps = { readonly product: Product; readonly isOpen: boolean; readonly onClose: () => void };

const Content = ({ product, onClose }: Omit<LifeSizeProps, 'isOpen'>) => {
  const { t, i18n } = useTranslation('life-size');
  const sliderId = useId();
  const [cardPixelHeight, setCardPixelHeight] = useState(readCard);
  const [isSetAlready] = useState(cardPixelHeight !== undefined);
  const pixelRatio = useSyncExternalStore(subscribe, () => window.devicePixelRatio);
  const dialogWidth = useSyncExternalStore(subscribe, () => Math.min(window.innerWidth - dialogMargins.inline, maxDialogWidth));
  const viewportHeight = useSyncExternalStore(subscribe, () => window.innerHeight);
  const size = readRealSize(product.realSize);
  if (!size) return null;
  const cardHeight = cardPixelHeight === undefined ? Math.round(usualPixelsPerMillimetre() * card.height) : cardPixelHeight / pixelRatio;
  const room = {
    width: toMillimetres(dialogWidth, cardHeight),
    height: toMillimetres(Math.max(viewportHeight - dialogMargins.block, 200), cardHeight),
  };
  const extra = handleOverhang(size.outline);
  const reduction = reductionFor({ width: size.width * (1 + extra), height: size.height }, room);
  const pixels = (millimetres: number) => toPixels(millimetres, cardHeight) / reduction;
  const centimetres = (millimetres: number) => formatNumber(millimetres / 10, i18n.language);
  const choose = (height: number) => {
    const inDevice = Math.round(height * pixelRatio);
    storage.write(String(inDevice));
    setCardPixelHeight(inDevice);
  };
  const scale = () => {
    if (reduction === 1) return t(cardPixelHeight === undefined ? 'guess' : 'whole');
    return reduction === 2 ? t('half') : t('part', { part: reduction });
  };
  return (
    <>
      <div className="life-size-head">
        <h2>{t(reduction === 1 ? 'heading' : 'headingSmaller', { name: product.name })}</h2>
        <button type="button" className="icon-button" aria-label={t('close')} onClick={onClose}>
          <Icon name="cross" />
        </button>
      </div>
      <figure>
        <div className="life-size-stage">
          <Drawing path={paths[size.outline]} width={pixels(size.width)} height={pixels(size.height)} extra={extra} />
          <Drawing className="life-size-card" path={paths.box} width={pixels(card.width)} height={pixels(card.height)} />
        </div>
        <figcaption>
          <p>
            {t('size', { width: centimetres(size.width), height: centimetres(size.height) })} {size.outline === 'mug' && t('handle')}
            {size.outline === 'oval' && t('flat')}
          </p>
          <p role="status">{scale()}</p>
          {product.dimensions !== '' && <p className="quiet">{t('range', { dimensions: product.dimensions })}</p>}
        </figcaption>
      </figure>
      <details open={!isSetAlready}>
        <summary>{t('set')}</summary>
        <p>{t('how')}</p>
        <label htmlFor={sliderId}>{t('slider')}</label>
        <input
          id={sliderId}
          type="range"
          min={220}
          max={640}
          value={Math.round(cardHeight)}
          aria-valuetext={t('value', { height: Math.round(cardHeight) })}
          onChange={({ target }) => choose(Number(target.value))}
        />
        <div className="life-size-true">
          <Drawing className="life-size-card" path={paths.box} width={(cardHeight * card.width) / card.height} height={cardHeight} />
        </div>
      </details>
    </>
  );
};

/** The outline of a product in true centimetres on this screen, with a bank card beside it that also calibrates the screen. */
export const LifeSize = ({ product, isOpen, onClose }: LifeSizeProps) => {
  const { t } = useTranslation('life-size');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} label={t('heading', { name: product.name })} className="life-size">
      <Content product={product} onClose={onClose} />
    </Dialog>
  );
};
