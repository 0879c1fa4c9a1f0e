import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import type { ApiError } from './api-error.ts';
import { type ApiCall, callApi } from './client.ts';
import type { Schema } from './schema.ts';

/** RTK Query over the one client: every query brings the schema of its answer along. */
const baseQuery: BaseQueryFn<ApiCall & { readonly schema: Schema<unknown> }, unknown, ApiError> = ({ schema, ...call }, { signal }) =>
  callApi({ ...call, signal }, schema);

/** What both caches share. Query data that no screen shows is kept 60 seconds. */
export const apiDefaults = { baseQuery, keepUnusedDataFor: 60 } as const;
