import { type ListingQuery, plainChoice } from '#contract/listing-query.ts';

/** screens.md, Home: tabs of 8 products each. */
export const perTab = 8;

/** What is bought most. */
export const bestSellers: ListingQuery = { ...plainChoice, sorting: 'best-selling', page: 1, perPage: perTab };
