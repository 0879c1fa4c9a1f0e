import type * as z from 'zod/mini';
import {
  messageAnswer,
  personalData,
  recoveryCodes,
  type SecondFactorSetUp,
  type Session,
  secondFactorSetUp,
  secondFactorStatus,
  sessionList,
  signedIn,
  type User,
} from '#contract/account.ts';
import type {
  credentials,
  emailChange,
  emailCode,
  emailToken,
  mailbox,
  ownPassword,
  passwordReset,
  registration,
  secondFactorChange,
  secondFactorConfirmation,
  sessionsToEnd,
  userChanges,
} from '#contract/account-forms.ts';
import { endpoints } from '#contract/endpoints.ts';
import { type Order, orderList } from '#contract/order.ts';
import { noContent } from '#shared/api/schema.ts';
import { onSuccess } from '#shared/api/shop-api.ts';
import { accountApi, changeAccount, changeSession, isUnauthorized, refetchProfile, sessionEnding } from './account-api.ts';

type MessageAnswer = z.output<typeof messageAnswer>;
type SignedIn = z.output<typeof signedIn>;

/** A 401 means that the profile is out of date. */
const profileIfUnauthorized = (_result: unknown, error: unknown): 'Profile'[] => (isUnauthorized(error) ? ['Profile'] : []);

const secondFactorTags = (_result: unknown, error: unknown): ('Profile' | 'SecondFactor')[] => [
  isUnauthorized(error) ? 'Profile' : 'SecondFactor',
];

/** The calls of an account's forms and pages, which the first download does without. */
export const accountDataApi = accountApi.enhanceEndpoints({ addTagTypes: ['Sessions', 'SecondFactor'] }).injectEndpoints({
  endpoints: (build) => ({
    /** The orders of the shopper with this id, newest first. The id is part of the cache key, so that nobody sees another's orders. */
    myOrders: build.query<Order[], string>({
      query: () => ({ endpoint: endpoints.myOrders, schema: orderList }),
      // Not cached: the list must contain an order that was just placed.
      keepUnusedDataFor: 0,
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          () => undefined,
          ({ error }) => void (isUnauthorized(error) && dispatch(refetchProfile())),
        ),
    }),
    /** The answer is the same whether or not the email address is known. */
    register: build.mutation<MessageAnswer, z.input<typeof registration>>({
      query: (data) => ({ endpoint: endpoints.register, data, schema: messageAnswer }),
    }),
    signIn: build.mutation<SignedIn, z.input<typeof credentials>>({
      query: (data) => ({ endpoint: endpoints.login, data, schema: signedIn }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => onSuccess(queryFulfilled, ({ user }) => dispatch(changeSession(user))),
    }),
    signOut: build.mutation<null, void>({
      query: () => ({ endpoint: endpoints.logout, schema: noContent }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => onSuccess(queryFulfilled, () => dispatch(changeSession(null))),
    }),
    /** Confirms an email address by the mailed code or link. */
    verifyEmail: build.mutation<MessageAnswer, z.input<typeof emailCode> | z.input<typeof emailToken>>({
      query: (data) => ({ endpoint: endpoints.verifyEmail, data, schema: messageAnswer }),
    }),
    resendCode: build.mutation<MessageAnswer, z.input<typeof mailbox>>({
      query: (data) => ({ endpoint: endpoints.resendCode, data, schema: messageAnswer }),
    }),
    forgotPassword: build.mutation<MessageAnswer, z.input<typeof mailbox>>({
      query: (data) => ({ endpoint: endpoints.forgotPassword, data, schema: messageAnswer }),
    }),
    /** Ends all sessions of the account, that of this browser as well. */
    resetPassword: build.mutation<MessageAnswer, z.input<typeof passwordReset>>({
      query: (data) => ({ endpoint: endpoints.resetPassword, data, schema: messageAnswer }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => onSuccess(queryFulfilled, () => dispatch(changeSession(null))),
    }),
    /** Sends only what changes. */
    updateUser: build.mutation<SignedIn, { readonly userId: string; readonly changes: z.input<typeof userChanges> }>({
      query: ({ userId, changes }) => ({ endpoint: endpoints.updateUser, params: { userId }, data: changes, schema: signedIn }),
      invalidatesTags: (_result, error) => (isUnauthorized(error) ? ['Profile'] : []),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => onSuccess(queryFulfilled, ({ user }) => dispatch(changeAccount(user))),
    }),
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
    changeEmail: build.mutation<MessageAnswer, z.input<typeof emailChange>>({
      query: (data) => ({ endpoint: endpoints.changeEmail, data, schema: messageAnswer }),
      invalidatesTags: profileIfUnauthorized,
    }),
    confirmEmailChange: build.mutation<SignedIn, string>({
      query: (token) => ({ endpoint: endpoints.confirmEmailChange, data: { token }, schema: signedIn }),
      invalidatesTags: (_result, error) => (isUnauthorized(error) ? ['Profile'] : ['Sessions']),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => onSuccess(queryFulfilled, ({ user }) => dispatch(changeAccount(user))),
    }),
    /** Ends all sessions of the account, that of this browser as well if it is signed in to it. */
    stopEmailChange: build.mutation<MessageAnswer, string>({
      query: (token) => ({ endpoint: endpoints.stopEmailChange, data: { token }, schema: messageAnswer }),
      invalidatesTags: ['Profile'],
      onQueryStarted: (_, { dispatch, queryFulfilled }) => onSuccess(queryFulfilled, () => dispatch(sessionEnding())),
    }),
    deleteUser: build.mutation<null, z.input<typeof ownPassword>>({
      query: (data) => ({ endpoint: endpoints.deleteUser, data, schema: noContent }),
      invalidatesTags: profileIfUnauthorized,
      onQueryStarted: (_, { dispatch, queryFulfilled }) => onSuccess(queryFulfilled, () => dispatch(changeSession(null))),
    }),
  }),
});

export const {
  useMyOrdersQuery,
  useRegisterMutation,
  useSignInMutation,
  useSignOutMutation,
  useVerifyEmailMutation,
  useResendCodeMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
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

/** Changes the account; for `useSending`. */
export const useUpdate = (user: User) => {
  const [updateUser] = accountDataApi.endpoints.updateUser.useMutation();
  return (changes: z.input<typeof userChanges>) => updateUser({ userId: user._id, changes }).unwrap();
};
