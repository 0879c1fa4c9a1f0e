import { browserStorage } from '#shared/browser-storage.ts';

/** The text fields of the checkout, stored for this tab until the order is paid or its account signs out. Holds no card data. */
export const checkoutDraft = browserStorage('sessionStorage', 'flone:checkout');
