import type { Command } from 'commander';
import { addCommand, addGroup, type CommandContext, type JsonOption, toMinute } from '#server/commands/command-context.ts';
import { formatCount } from '#server/db/columns.ts';
import { type FailedJobView, listFailedJobs, retryFailedJobs } from '#server/domain/failed-jobs.ts';

const toJson = ({ kind, work, state, tries, created_at, due_at, last_error }: FailedJobView) => ({
  kind,
  work,
  state,
  tries,
  failingSince: created_at,
  nextTryAt: due_at,
  problem: last_error,
});

export const addJobCommands = (program: Command, { withDatabase, print, printTable }: CommandContext): void => {
  const jobs = addGroup(program, 'jobs', 'what the shop does by itself and could not do yet');
  addCommand(jobs, 'list', {
    description: 'list what fails, and why, the oldest first',
    notes: `It is tried again after 30 seconds, then ever later, up to once an hour; what has failed nine times is "dead": you are mailed, and it is tried
once an hour. Mail and money that goes back have lists of their own: "mail list --open" and "orders show".`,
    examples: ['shop jobs list', 'shop jobs list --json'],
  }).action(async ({ json }: JsonOption) => {
    const failed = await withDatabase(listFailedJobs);
    const rows = failed.map(({ work, state, tries, created_at, due_at, last_error }) => [
      work,
      state,
      tries,
      toMinute(created_at),
      toMinute(due_at),
      last_error,
    ]);
    const head = ['work', 'state', 'tries', 'since (UTC)', 'next try (UTC)', 'problem'];
    printTable({ json }, { none: 'Nothing fails.', head, rows }, failed.map(toJson));
  });
  addCommand(jobs, 'retry', {
    description: 'try all of it again now, e.g. after you have mended the cause',
    examples: ['shop jobs retry'],
  }).action(async ({ json }: JsonOption) => {
    const count = await withDatabase((db) => retryFailedJobs(db, new Date()));
    const text = count === 0 ? 'Nothing fails.' : `${formatCount(count, 'job')} will be tried again at once by the running shop.`;
    print(json, text, { jobs: count });
  });
};
