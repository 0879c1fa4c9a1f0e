import { isTime } from '#server/db/migrations/baseline/conditions.ts';

/** What differs from shop to shop, what the running server tells commands, failed jobs, when jobs last ran, and rate limits. */
export const jobTables: readonly string[] = [
  `create table shop_address (
    id integer primary key check (id = 1),
    url text not null
  )`,
  `create table shop_version (
    number integer primary key,
    data text not null,
    account_id text,
    at text not null,
    published_at text,
    note text not null default '',
    constraint shop_version_counted check (number > 0),
    constraint shop_version_times check (${isTime('at', 'published_at')})
  )`,
  `create table failed_job (
    kind text not null,
    key text not null,
    due_at text not null,
    tries integer not null,
    state text not null,
    last_error text not null,
    created_at text not null,
    constraint failed_job_key primary key (kind, key),
    constraint failed_job_state_known check (state in ('retried', 'dead')),
    constraint failed_job_tries_counted check (tries > 0)
  )`,
  `create table last_run (
    name text primary key,
    at text not null,
    constraint last_run_name_known check (name in ('backup', 'paymentSearch')),
    constraint last_run_times check (${isTime('at')})
  )`,
  `create table limit_hit (
    key text primary key,
    hits integer not null,
    free_at text not null,
    ends_at text not null
  )`,
  `create index limit_hit_end on limit_hit (ends_at)`,
];
