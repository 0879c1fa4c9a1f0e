import type { CallParameters, DeskAnswer, DeskEndpoint } from '#desk/desk-api.ts';
import { callTo, useChangeCall } from '#desk/desk-api.ts';
import { useIdentityCheck } from './identity.tsx';

/** A call whose answer is shown beside what was sent: those of the last one made. */
export const useAnswered = <E extends DeskEndpoint>(endpoint: E) => {
  const [send, { data, originalArgs, error, isLoading }] = useChangeCall();
  const check = useIdentityCheck();
  return {
    /** Resolves with the answer, or with nothing where the call failed. */
    send: (asked: CallParameters<E>) =>
      check(() => send(callTo(endpoint, asked)).unwrap() as Promise<DeskAnswer<E>>).then(
        (answer) => ({ data: answer }),
        () => ({ data: undefined }),
      ),
    answer: data as DeskAnswer<E> | undefined,
    sent: originalArgs?.data as CallParameters<E> | undefined,
    error,
    isBusy: isLoading,
  };
};
