import { createApi } from '@reduxjs/toolkit/query';
import { type Profile, profile } from '#contract/account.ts';
import { endpoints } from '#contract/endpoints.ts';
import { apiDefaults } from '#shared/api/base-query.ts';

/** The cache of what belongs to one shopper; emptied when another signs in. */
export const accountApi = createApi({
  ...apiDefaults,
  reducerPath: 'accountApi',
  endpoints: (build) => ({
    profile: build.query<Profile, void>({
      query: () => ({ method: endpoints.profile.method, url: endpoints.profile.path, schema: profile }),
    }),
  }),
});
