import { setTimeout as sleep } from 'node:timers/promises';

/** In milliseconds; longer than any of these calls takes for an address that is known. */
export const defaultMinResponseMs = 100;

/** Constant-time response: answers no sooner than after `minMs`, so that timing does not reveal whether an account or order exists. */
export const constantTime = async <Result>(minMs: number, work: () => Promise<Result>): Promise<Result> => {
  const [done] = await Promise.allSettled([work(), sleep(minMs)]);
  if (done.status === 'rejected') throw done.reason;
  return done.value;
};
