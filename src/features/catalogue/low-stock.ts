/** Fewer than this many left is worth saying (Only n left" under 4). */
const lowStockThreshold = 4;

/** Are so few left that a shopper should know? */
export const isLowStock = (left: number): boolean => left > 0 && left < lowStockThreshold;
