import { createApi } from '@reduxjs/toolkit/query/react';
import { apiDefaults } from './base-query.ts';

/**
 * The cache of all calls whose answers signing in or out does not change: catalogue, orders, refunds, messages. Features add their endpoints.
 * `accountApi` is the other cache, which is reset then.
 */
export const shopApi = createApi({ ...apiDefaults, reducerPath: 'shopApi', endpoints: () => ({}) });
