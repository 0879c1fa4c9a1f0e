/** Dispatched on `window` when something was added that the mini-cart should show for a moment. */
export const cartAddedEvent = 'flone:cart-added';
