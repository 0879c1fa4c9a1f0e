import { createApi } from '@reduxjs/toolkit/query/react';
import { apiDefaults } from './base-query.ts';
import { injectApi } from './lazy-api.tsx';

/**
 * The cache of order and refund calls; features add their endpoints. Categories, variations and messages are here as well, because signing in
 * or out resets the other cache (`accountApi`) and does not change them.
 */
export const shopApi = createApi({ ...apiDefaults, reducerPath: 'shopApi', endpoints: () => ({}) });

injectApi(shopApi);
