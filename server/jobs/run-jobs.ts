import type { JobRun } from '#server/domain/failed-jobs.ts';
import { type JobServices, jobs } from '#server/jobs/jobs.ts';
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts';

/** Starts every job of the process. `stop` waits for the rounds in progress. */
export const startJobs = (services: JobServices): RepeatedJob => {
  const { log, clock } = services;
  // Without the key: order ids are not logged.
  const onError: JobRun['onError'] = (error, { kind, tries, state }) => {
    const outcome = state === 'dead' ? 'is told to the seller, and tried once an hour' : 'will be retried';
    log.error({ err: error, job: kind, tries }, `job failed and ${outcome}`);
  };
  const running = jobs.map(({ name, pauseSeconds, round }) =>
    repeat(
      async (signal) => round(services, await clock(), { signal, onError }),
      pauseSeconds * 1000,
      (error) => log.error({ err: error, job: name }, 'job failed'),
    ),
  );
  return {
    stop: async () => {
      await Promise.all(running.map((job) => job.stop()));
    },
  };
};
