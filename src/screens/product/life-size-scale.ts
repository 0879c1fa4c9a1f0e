import type { RealSize } from '#contract/real-size.ts';

/** A bank card in millimetres (ISO/IEC 7810 ID-1), standing upright. */
export const card = { width: 53.98, height: 85.6 } as const;

/** How many device pixels high a bank card can be. */
export const cardPixels = { min: 100, max: 3200 } as const;

/** The pixels of a length, where a bank card is this many pixels high. */
export const toPixels = (millimetres: number, cardHeight: number): number => (millimetres * cardHeight) / card.height;

/** The length of pixels, where a bank card is this many pixels high. */
export const toMillimetres = (pixels: number, cardHeight: number): number => (pixels * card.height) / cardHeight;

/** 1 if a product fits into this many millimetres of screen; otherwise the smallest whole number to divide its drawing by. */
export const reductionFor = ({ width, height }: Pick<RealSize, 'width' | 'height'>, room: { width: number; height: number }): number =>
  Math.max(1, Math.ceil(width / room.width), Math.ceil(height / room.height));
