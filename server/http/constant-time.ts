import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds; longer than the slowest of the calls that `constantTime` wraps takes for an address that exists. */
export const defaultMinResponseMs = 100;

/** Settles no sooner than after `minMs`, whether `work` resolves or rejects, so that timing does not reveal what exists. */
export const constantTime = async <Result>(minMs: number, work: () => Promise<Result>): Promise<Result> => {
  const [outcome] = await Promise.allSettled([work(), sleep(minMs)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
};
