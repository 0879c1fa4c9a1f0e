import { expect } from 'vitest';
import { failureBody } from '#contract/failure.ts';
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

/** The body of an answer of the API that has this status. */
export const refusalOfCall = async (answer: Response | Promise<Response>, status: number) => {
  const response = await answer;
  expect(response.status).toBe(status);
  return failureBody.parse(await response.json());
};
