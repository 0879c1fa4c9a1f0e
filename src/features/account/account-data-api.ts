import type * as z from 'zod/mini';
import { messageAnswer, personalData, type Session, sessionList, signedIn } from '#contract/account.ts';
import type { emailChange, ownPassword, secondFactorChange, secondFactorConfirmation, sessionsToEnd } from '#contract/account-forms.ts';
import { endpoints } from '#contract/endpoints.ts';
import { recoveryCodes, type SecondFactorSetUp, secondFactorSetUp, secondFactorStatus } from '#contract/second-factor.ts';
import { noContent } from '#shared/api/schema.ts';
import { accountApi, changeAccount, changeSession, isUnauthorized, onSuccess } from './account-api.ts';

/** A 401 means that the profile is out of date. */
const profileIfUnauthorized = (_result: unknown, error: unknown): 'Profile'[] => (isUnauthorized(error) ? ['Profile'] : []);

const secondFactorTags = (_result: unknown, error: unknown): ('Profile' | 'SecondFactor')[] => [
  isUnauthorized(error) ? 'Profile' : 'SecondFactor',
];

/** Calls of the account's lazy sections. */
const accountDataApi = accountApi.enhanceEndpoints({ addTagTypes: ['Sessions', 'SecondFactor'] }).injectEndpoints({
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
      invalidatesTags: profileIfUnauthorized,
    }),
    /** Two-step sign-in of the shopper with this id. */
    secondFactor: build.query<z.output<typeof secondFactorStatus>, string>({
      query: () => ({ endpoint: endpoints.secondFactor, schema: secondFactorStatus }),
      keepUnusedDataFor: 0,
      providesTags: ['SecondFactor'],
    }),
    startSecondFactor: build.mutation<SecondFactorSetUp, z.input<typeof ownPassword>>({
      query: (data) => ({ endpoint: endpoints.startSecondFactor, data, schema: secondFactorSetUp }),
      invalidatesTags: profileIfUnauthorized,
    }),
    confirmSecondFactor: build.mutation<z.output<typeof recoveryCodes>, z.input<typeof secondFactorConfirmation>>({
      query: (data) => ({ endpoint: endpoints.confirmSecondFactor, data, schema: recoveryCodes }),
      invalidatesTags: secondFactorTags,
    }),
    endSecondFactor: build.mutation<null, z.input<typeof secondFactorChange>>({
      query: (data) => ({ endpoint: endpoints.endSecondFactor, data, schema: noContent }),
      invalidatesTags: secondFactorTags,
    }),
    renewRecoveryCodes: build.mutation<z.output<typeof recoveryCodes>, z.input<typeof secondFactorChange>>({
      query: (data) => ({ endpoint: endpoints.renewRecoveryCodes, data, schema: recoveryCodes }),
      invalidatesTags: secondFactorTags,
    }),
    changeEmail: build.mutation<z.output<typeof messageAnswer>, z.input<typeof emailChange>>({
      query: (data) => ({ endpoint: endpoints.changeEmail, data, schema: messageAnswer }),
      invalidatesTags: profileIfUnauthorized,
    }),
    confirmEmailChange: build.mutation<z.output<typeof signedIn>, string>({
      query: (token) => ({ endpoint: endpoints.confirmEmailChange, data: { token }, schema: signedIn }),
      invalidatesTags: (_result, error) => (isUnauthorized(error) ? ['Profile'] : ['Sessions']),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => onSuccess(queryFulfilled, ({ user }) => dispatch(changeAccount(user))),
    }),
    /** Ends all sessions of the account, that of this browser as well if it is signed in to it. */
    stopEmailChange: build.mutation<z.output<typeof messageAnswer>, string>({
      query: (token) => ({ endpoint: endpoints.stopEmailChange, data: { token }, schema: messageAnswer }),
      invalidatesTags: ['Profile'],
    }),
    deleteUser: build.mutation<null, z.input<typeof ownPassword>>({
      query: (data) => ({ endpoint: endpoints.deleteUser, data, schema: noContent }),
      invalidatesTags: profileIfUnauthorized,
      onQueryStarted: (_, { dispatch, queryFulfilled }) => onSuccess(queryFulfilled, () => dispatch(changeSession(null))),
    }),
  }),
});

export const {
  useSessionsQuery,
  useEndSessionsMutation,
  useExportUserMutation,
  useDeleteUserMutation,
  useChangeEmailMutation,
  useConfirmEmailChangeMutation,
  useStopEmailChangeMutation,
  useSecondFactorQuery,
  useStartSecondFactorMutation,
  useConfirmSecondFactorMutation,
  useEndSecondFactorMutation,
  useRenewRecoveryCodesMutation,
} = accountDataApi;
