import type { GalleryKind } from '#blocks/product-view/gallery.tsx';
import { patterns } from '#shared/paths.ts';

export type ProductPreset = {
  readonly path: string;
  readonly gallery: GalleryKind;
};

export const productPresets: readonly ProductPreset[] = [
  { path: patterns.product, gallery: 'below' },
  { path: '/product-tab-left/:id', gallery: 'left' },
  { path: '/product-tab-right/:id', gallery: 'right' },
  { path: '/product-sticky/:id', gallery: 'sticky' },
  { path: '/product-slider/:id', gallery: 'slider' },
  { path: '/product-fixed-image/:id', gallery: 'fixed' },
];
