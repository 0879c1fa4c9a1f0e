/** Spec: "Only n left" for fewer than 4. */
const lowStockThreshold = 4;

export const isLowStock = (left: number): boolean => left > 0 && left < lowStockThreshold;
