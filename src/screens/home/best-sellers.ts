import { defaultChoice, type ListingQuery } from '#contract/listing-query.ts';

/** The tabs of the home page show so many products each. */
export const perTab = 8;

/** What is bought most. */
export const bestSellers: ListingQuery = { ...defaultChoice, sorting: 'best-selling', page: 1, perPage: perTab };
