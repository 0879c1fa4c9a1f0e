/** Marks the tags that the server wrote for the address of this document: they are removed on navigation, and JSON-LD is emptied. */
export const HEAD_ATTRIBUTE = 'data-of-address';
