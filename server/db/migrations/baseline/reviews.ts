import { isTime } from '#server/db/migrations/baseline/conditions.ts';

/** Reviews, which outlive their products. */
export const reviewTables: readonly string[] = [
  `create table review (
    reference text primary key,
    order_id text not null references "order" (id) on delete cascade,
    product_id text not null,
    stars integer not null,
    author text not null,
    text text not null,
    state text not null,
    reason text not null,
    reply text not null,
    revision integer not null,
    created_at text not null,
    decided_at text,
    constraint review_once unique (order_id, product_id),
    constraint review_revisions check (revision > 0),
    constraint review_stars check (stars between 1 and 5),
    constraint review_state_known check (state in ('waiting', 'approved', 'declined', 'removed')),
    constraint review_times check (${isTime('created_at')})
  )`,
  `create index review_by_state on review (state, decided_at)`,
  `create index review_waiting on review (created_at, reference) where state = 'waiting'`,
  `create index review_of_product on review (product_id, state, decided_at)`,
  `create table review_image (
    file text primary key,
    reference text not null references review (reference) on delete cascade,
    position integer not null,
    content bytea not null
  )`,
  `create index review_image_of_review on review_image (reference, position)`,
  `create table review_report (
    reference text not null references review (reference) on delete cascade,
    reason text not null,
    reports integer not null,
    created_at text not null,
    constraint review_report_key primary key (reference, reason),
    constraint review_report_counts check (reports > 0)
  )`,
  `create table product_rating (
    product_id text primary key references product (id) on delete cascade,
    reviews integer not null,
    stars integer not null,
    constraint product_rating_sums check (reviews > 0 and stars between reviews and 5 * reviews)
  )`,
  `create table review_invite (
    order_id text primary key references "order" (id) on delete cascade,
    due_at text,
    sent_at text
  )`,
  `create index review_invite_due on review_invite (due_at)`,
  `create index review_invite_sent on review_invite (sent_at)`,
  `create table review_opt_out (
    email_hash text primary key,
    created_at text not null
  )`,
];
