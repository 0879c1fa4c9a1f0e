import { defaultChoice, type ListingQuery } from '#contract/listing-query.ts';

/** The number of products in each tab. */
export const perTab = 8;

/** The best-selling products: a tab of the home page. The USP bar reads the lowest delivery cost from the same request. */
export const bestSellers: ListingQuery = { ...defaultChoice, sorting: 'best-selling', page: 1, perPage: perTab };
