import { setTimeout as pause } from 'node:timers/promises';

/** What these answers take at least, in milliseconds: longer than what any of the calls does for an address that is known. */
export const defaultMinResponseMs = 100;

/** Does the work, but answers no sooner than after `least` milliseconds: how long it took does not tell whether there was any. */
export const constantTime = async <Result>(least: number, work: () => Promise<Result>): Promise<Result> => {
  const [done] = await Promise.allSettled([work(), pause(least)]);
  if (done.status === 'rejected') throw done.reason;
  return done.value;
};
