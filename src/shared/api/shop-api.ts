import { createApi } from '@reduxjs/toolkit/query';
import { apiDefaults } from './base-query.ts';

/** The cache of all that is the same for every shopper; features add their calls to it. The other cache is the account's. */
export const shopApi = createApi({ ...apiDefaults, reducerPath: 'shopApi', endpoints: () => ({}) });
