/** The outlines that a product can be drawn with, seen from the side; `oval` and `box` also stand for flat goods seen from above. */
export const outlines = ['box', 'oval', 'mug', 'bowl', 'pot', 'jar', 'vase'] as const;

export type Outline = (typeof outlines)[number];

/** In millimetres; the handle of a mug is not in its width. */
export type RealSize = { readonly outline: Outline; readonly width: number; readonly height: number };

const realSize = new RegExp(`^(${outlines.join('|')}) ([1-9]\\d{0,3}) ?[×x] ?([1-9]\\d{0,3})$`);

/** Parses an outline with its width and height, such as "mug 85 × 90"; undefined for what is none. */
export const readRealSize = (text: string): RealSize | undefined => {
  const [, outline, width, height] = realSize.exec(text) ?? [];
  return outline ? { outline: outline as Outline, width: Number(width), height: Number(height) } : undefined;
};

/** Whether a text is an outline with its size, or empty for goods that are not drawn. */
export const isRealSize = (text: string): boolean => text === '' || readRealSize(text) !== undefined;
