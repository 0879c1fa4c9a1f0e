/** Where a shopper returns to after paying. */
export const orderConfirmPath = '/order-confirm';

/**
 * Where a payment page sends the shopper back to; `cancelled` when they left it without paying. Only the API knows whether an order is
 * paid, so nothing else is in the query.
 */
export const returnPath = (orderId: string, how?: 'cancelled'): string =>
  `${orderConfirmPath}?${new URLSearchParams({ order: orderId, ...(how && { payment: how }) })}`;
