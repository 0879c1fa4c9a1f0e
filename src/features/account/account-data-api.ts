import type * as z from 'zod/mini';
import { personalData, type Session, sessionList } from '#contract/account.ts';
import type { accountDeletion, sessionsToEnd } from '#contract/account-forms.ts';
import { endpoints } from '#contract/endpoints.ts';
import { noContent } from '#shared/api/schema.ts';
import { accountApi, changeSession, isUnauthorized } from './account-api.ts';

/** Calls of the account's lazy sections. */
const accountDataApi = accountApi.enhanceEndpoints({ addTagTypes: ['Sessions'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Where the shopper with this id is signed in; the id is part of the cache key, so that nobody sees another's devices. */
    sessions: build.query<{ sessions: Session[] }, string>({
      query: () => ({ endpoint: endpoints.sessions, schema: sessionList }),
      keepUnusedDataFor: 0,
      providesTags: ['Sessions'],
    }),
    endSessions: build.mutation<null, z.input<typeof sessionsToEnd>>({
      query: (data) => ({ endpoint: endpoints.endSessions, data, schema: noContent }),
      invalidatesTags: (_result, error) => (isUnauthorized(error) ? ['Profile'] : ['Sessions']),
    }),
    exportUser: build.mutation<z.output<typeof personalData>, void>({
      query: () => ({ endpoint: endpoints.exportUser, schema: personalData }),
      invalidatesTags: (_result, error) => (isUnauthorized(error) ? ['Profile'] : []),
    }),
    deleteUser: build.mutation<null, z.input<typeof accountDeletion>>({
      query: (data) => ({ endpoint: endpoints.deleteUser, data, schema: noContent }),
      invalidatesTags: (_result, error) => (isUnauthorized(error) ? ['Profile'] : []),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          () => void dispatch(changeSession(null)),
          () => undefined,
        ),
    }),
  }),
});

export const { useSessionsQuery, useEndSessionsMutation, useExportUserMutation, useDeleteUserMutation } = accountDataApi;
