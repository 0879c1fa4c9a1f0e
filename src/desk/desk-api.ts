import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { type StaffProfile, staffProfile } from '#contract/desk/staff.ts';
import { shopApi } from '#shared/api/shop-api.ts';
export const deskApi = shopApi.enhanceEndpoints({ addTagTypes: ['DeskOrder'] }).injectEndpoints({
  endpoints: (build) => ({
    staffProfile: build.query<StaffProfile, void>({ query: () => ({ endpoint: deskEndpoints.staffProfile, schema: staffProfile }) }),
  }),
});
export const { useStaffProfileQuery } = deskApi;
