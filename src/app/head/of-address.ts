/** Marks what the document says of the address it was opened at, and of no other. */
export const ofAddress = 'data-of-address';
