/** "Only n left" is shown below this. */
const lowStockThreshold = 4;

export const isLowStock = (left: number): boolean => left > 0 && left < lowStockThreshold;
