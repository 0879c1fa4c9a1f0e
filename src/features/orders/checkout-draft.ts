import { browserStorage } from '#shared/browser-storage.ts';

/** The text fields of the checkout, kept in this tab until the order is paid. Holds nothing of a card. */
export const checkoutDraft = browserStorage('sessionStorage', 'flone:checkout');
