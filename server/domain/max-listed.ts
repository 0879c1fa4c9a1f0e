/** Rows that the seller's lists give at most, the newest first. */
export const maxListed = 200;
