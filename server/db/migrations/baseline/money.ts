import { isDay, isTime } from '#server/db/migrations/baseline/conditions.ts';

/** Payments, refund requests, and the ledger. */
export const moneyTables: readonly string[] = [
  `create table payment (
    session_id text primary key,
    order_id text not null references "order" (id) on delete cascade,
    attempt integer not null,
    provider text not null,
    url text not null,
    status text not null,
    due_at text,
    reference text,
    created_at text not null,
    checked_at text,
    constraint payment_attempt unique (order_id, attempt),
    constraint payment_counts check (attempt >= 0),
    constraint payment_status_known check (status in ('open', 'processing', 'paid', 'unusable', 'failed', 'expired')),
    constraint payment_times check (${isTime('created_at')})
  )`,
  `create index payment_due on payment (due_at)`,
  `create index payment_reference on payment (reference)`,
  `create index payment_status on payment (status)`,
  `create table payment_event (
    id text primary key,
    received_at text not null
  )`,
  `create index payment_event_received on payment_event (received_at)`,
  `create table unmatched_payment (
    event_id text primary key,
    order_id text not null,
    session_id text not null unique,
    amount integer,
    reference text,
    received_at text not null,
    refunded_at text,
    refund_reference text,
    problem text not null
  )`,
  `create table refund (
    reference text primary key,
    order_id text not null references "order" (id) on delete cascade,
    product_id text not null,
    reason text not null,
    declared text,
    posted_at text,
    due_on text,
    created_at text not null,
    outcome text,
    amount integer,
    decline_reason text,
    decided_at text,
    received_at text,
    exchanged integer not null,
    restocked integer not null,
    unsent text,
    sent_at text,
    shipping_method text,
    track_id text,
    constraint refund_amount check (amount > 0),
    constraint refund_cancellation check (case when declared is null then posted_at is null and due_on is null and coalesce(outcome, '') <> 'withdrawn' else outcome in ('full', 'partial', 'withdrawn') or outcome is null end),
    constraint refund_days check (${isDay('due_on')}),
    constraint refund_outcome_known check (outcome in ('full', 'partial', 'exchange', 'declined', 'withdrawn')),
    constraint refund_pieces check (exchanged >= 0 and restocked >= 0 and (unsent is null or restocked > 0)),
    constraint refund_times check (${isTime('created_at', 'posted_at')})
  )`,
  `create index refund_newest on refund (created_at)`,
  `create index refund_decided on refund (decided_at, reference) where decided_at is not null`,
  `create index refund_undecided on refund ((coalesce(due_on, 'none') || created_at), reference) where decided_at is null`,
  `create index refund_to_send on refund (decided_at, reference) where outcome = 'exchange' and sent_at is null`,
  `create index refund_of_product on refund (product_id, created_at)`,
  `create index refund_of_order on refund (order_id, product_id)`,
  `create unique index refund_open on refund (order_id, product_id) where decided_at is null and declared is null`,
  `create table refund_image (
    reference text not null references refund (reference) on delete cascade,
    position integer not null,
    file text not null unique,
    content bytea,
    constraint refund_image_key primary key (reference, position)
  )`,
  `create table money (
    id text primary key,
    order_id text references "order" (id) on delete cascade,
    session_id text constraint money_payment references payment (session_id) on delete cascade,
    payment text,
    source text not null,
    reference text unique,
    amount integer not null,
    currency text not null default 'GBP',
    granted integer not null default 0,
    state text not null,
    request text constraint money_request references refund (reference) on delete cascade,
    note text not null default '',
    answer_by text,
    created_at text not null,
    at text not null,
    due_at text,
    tries integer not null default 0,
    constraint money_amount check (amount > 0 and granted >= 0),
    constraint money_counts check (tries >= 0),
    constraint money_currency check (length(currency) = 3),
    constraint money_due check ((due_at is not null) = (source = 'ours' and state in ('wanted', 'sent'))),
    constraint money_order check ((order_id is null) = (session_id is null) and (order_id is not null or payment is not null)),
    constraint money_state_known check (case source
      when 'payment' then state = 'done'
      when 'ours' then state in ('wanted', 'sent', 'done', 'failed', 'void')
      when 'hand' then state in ('wanted', 'done', 'void')
      when 'dashboard' then state in ('done', 'failed')
      when 'dispute' then state in ('inquiry', 'held', 'done', 'void')
      else false end),
    constraint money_times check (${isTime('created_at', 'at', 'due_at')})
  )`,
  `create index money_by_hand on money (created_at) where source = 'hand' and state = 'wanted'`,
  `create index money_back on money (at) where source <> 'payment' and state = 'done'`,
  `create index money_due_index on money (due_at)`,
  `create index money_of_order on money (order_id)`,
  `create index money_payment_index on money (session_id)`,
  `create index money_request_index on money (request)`,
];
