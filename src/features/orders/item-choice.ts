import type { Order } from '#contract/order.ts';

/** The chosen variation, colour and size of an order's item: "large, blue"; empty if there was no choice. */
export const itemChoice = ({ variation, color, size }: Order['items'][number]): string =>
  [variation?.name, color, size].filter(Boolean).join(', ');
