import { Failure } from '#server/domain/failure.ts';

/** The failure that work is refused with; throws if it is not refused, or ends with another error. */
export const refusalOf = async (work: Promise<unknown> | (() => Promise<unknown>)): Promise<Failure> => {
  const error: unknown = await (typeof work === 'function' ? Promise.resolve().then(work) : work).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Failure) return error;
  throw new Error('It was not refused.', { cause: error });
};
