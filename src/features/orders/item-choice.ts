import type { Order } from '#contract/order.ts';
import type { Variant } from '#contract/variant.ts';

type Item = Order['items'][number];

export const itemVariant = ({ variation, color, size }: Item): Variant => ({ color, size, variationId: variation?._id });

/** The chosen variation, colour and size of an order's item: "large, blue"; empty if there was no choice. */
export const itemChoice = ({ variation, color, size }: Item): string => [variation?.name, color, size].filter(Boolean).join(', ');

/** The product's name with the choice: "Stoneware mug, large, blue". */
export const itemName = (item: Item): string => [item.product.name, itemChoice(item)].filter(Boolean).join(', ');
