import type * as z from 'zod/mini';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { type Figures, type FiguresRange, figures } from '#contract/desk/figures.ts';
import {
  type DeskPerson,
  type deletion,
  deskPerson,
  type identityCheck,
  type PeoplePage,
  peoplePage,
  type roleChange,
  type SavedFile,
  type StaffList,
  savedFile,
  type staffChange,
  type staffEnd,
  staffList,
} from '#contract/desk/people.ts';
import {
  type mailRetry,
  type ShopHealth,
  type StaffEventPage,
  shopHealth,
  staffEventPage,
  type unmatchedRefund,
  type unmatchedSettlement,
} from '#contract/desk/settings.ts';
import { callWith, deskApi, pagesOf } from '#desk/desk-api.ts';
import { noContent } from '#shared/api/schema.ts';

type Name = keyof typeof deskEndpoints;
type Query = Readonly<Record<string, string>>;

/** A change; a refused one leaves the page as it is, so that what was typed is kept. */
const change = <Schema>(name: Name, schema: Schema) => ({
  query: (data: object) => ({ endpoint: deskEndpoints[name], data, schema }),
  invalidatesTags: (_result: unknown, error: unknown) => (error ? [] : ['Desk' as const]),
});

type Of<Body = object> = { readonly personId: string } & Body;

/** The same of one person. */
const changeOfPerson = <Schema>(name: Name, schema: Schema) => ({
  query: ({ personId, ...data }: Of) => ({ endpoint: deskEndpoints[name], params: { personId }, data, schema }),
  invalidatesTags: (_result: unknown, error: unknown) => (error ? [] : ['Desk' as const]),
});

const leadApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    people: build.infiniteQuery<PeoplePage, Query, string>(pagesOf(deskEndpoints.people, peoplePage)),
    person: build.query<DeskPerson, string>({
      query: (personId) => ({ endpoint: deskEndpoints.person, params: { personId }, schema: deskPerson }),
      providesTags: ['Desk'],
    }),
    setRole: build.mutation<DeskPerson, Of<z.input<typeof roleChange>>>(changeOfPerson('setRole', deskPerson)),
    signOutPerson: build.mutation<DeskPerson, Of>(changeOfPerson('signOutPerson', deskPerson)),
    secondFactorOff: build.mutation<DeskPerson, Of<z.input<typeof identityCheck>>>(changeOfPerson('secondFactorOff', deskPerson)),
    exportPerson: build.mutation<SavedFile, Of>({ ...changeOfPerson('exportPerson', savedFile), invalidatesTags: [] }),
    // The page of the person is left.
    deletePerson: build.mutation<null, Of<z.input<typeof deletion>>>({ ...changeOfPerson('deletePerson', noContent), invalidatesTags: [] }),
    staff: build.query<StaffList, void>({
      query: () => ({ endpoint: deskEndpoints.staff, schema: staffList }),
      providesTags: ['Desk'],
    }),
    setStaffRole: build.mutation<StaffList, z.input<typeof staffChange>>(change('setStaffRole', staffList)),
    endStaff: build.mutation<StaffList, z.input<typeof staffEnd>>(change('endStaff', staffList)),
    figures: build.query<Figures, Query>({
      query: (asked) => ({ endpoint: callWith(deskEndpoints.figures, asked), schema: figures }),
      providesTags: ['Desk'],
    }),
    exportFigures: build.mutation<SavedFile, FiguresRange>({ ...change('exportFigures', savedFile), invalidatesTags: [] }),
    exportBooks: build.mutation<SavedFile, FiguresRange>({ ...change('exportBooks', savedFile), invalidatesTags: [] }),
    shopHealth: build.query<ShopHealth, void>({
      query: () => ({ endpoint: deskEndpoints.settings, schema: shopHealth }),
      providesTags: ['Desk'],
    }),
    retryMail: build.mutation<ShopHealth, z.input<typeof mailRetry>>(change('retryMail', shopHealth)),
    retryJobs: build.mutation<ShopHealth, object>(change('retryJobs', shopHealth)),
    refundUnmatched: build.mutation<ShopHealth, z.input<typeof unmatchedRefund>>(change('refundUnmatched', shopHealth)),
    settleUnmatched: build.mutation<ShopHealth, z.input<typeof unmatchedSettlement>>(change('settleUnmatched', shopHealth)),
    staffEvents: build.infiniteQuery<StaffEventPage, Query, string>(pagesOf(deskEndpoints.staffEvents, staffEventPage)),
  }),
});

export const {
  useDeletePersonMutation,
  useEndStaffMutation,
  useExportBooksMutation,
  useExportFiguresMutation,
  useExportPersonMutation,
  useFiguresQuery,
  usePeopleInfiniteQuery,
  usePersonQuery,
  useRefundUnmatchedMutation,
  useRetryJobsMutation,
  useRetryMailMutation,
  useSecondFactorOffMutation,
  useSetRoleMutation,
  useSetStaffRoleMutation,
  useSettleUnmatchedMutation,
  useShopHealthQuery,
  useSignOutPersonMutation,
  useStaffEventsInfiniteQuery,
  useStaffQuery,
} = leadApi;
