import { randomLetters, readOrderId } from '#server/domain/orders/order-id.ts';

/** R: a refund request. M: a message. V: a review. */
type Prefix = 'R' | 'M' | 'V';

const format = (prefix: Prefix, letters: string): string => `${prefix}-${letters.slice(0, 4)}-${letters.slice(4)}`;

/** A number to quote, `R-XXXX-XXXX`; unlike an order id it gives access to nothing. */
export const newReference = (prefix: Prefix): string => format(prefix, randomLetters(8));

/** Normalises a typed reference as `readOrderId` does; the prefix may be missing. */
export const readReference = (prefix: Prefix, text: string): string =>
  format(
    prefix,
    readOrderId(text)
      .replaceAll('-', '')
      .replace(new RegExp(`^${prefix}(?=.{8}$)`), ''),
  );
