/** Marks the tags that the server wrote for the address of this document: they are removed on navigation. */
export const HEAD_ATTRIBUTE = 'data-of-address';
