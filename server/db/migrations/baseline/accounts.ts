import { isTime } from '#server/db/migrations/baseline/conditions.ts';

/** Accounts, how they sign in, and their saved lists. */
export const accountTables: readonly string[] = [
  `create table account (
    id text primary key,
    email text not null,
    email_key text not null unique,
    role text not null,
    wants_to_resell integer not null,
    first_name text not null,
    last_name text not null,
    phone text not null,
    addresses text not null,
    marketing integer not null,
    password_hash text not null,
    verified_at text,
    mailbox_proved_at text,
    accepted_terms_at text not null,
    created_at text not null,
    list_counter integer not null default 0,
    constraint account_list_counter check (list_counter >= 0),
    constraint account_role_known check (role in ('customer', 'reseller'))
  )`,
  `create index account_applicant on account (created_at) where wants_to_resell = 1 and role = 'customer' and verified_at is not null`,
  `create index account_newest on account (role, created_at, id)`,
  `create index account_created on account (created_at, id)`,
  `create index account_unverified on account (verified_at, created_at)`,
  `create table registration (
    browser_hash text primary key,
    account_id text not null references account (id) on delete cascade,
    email text not null,
    first_name text not null,
    last_name text not null,
    phone text not null,
    wants_to_resell integer not null,
    marketing integer not null,
    password_hash text not null,
    accepted_terms_at text not null,
    created_at text not null
  )`,
  `create index registration_account on registration (account_id, created_at)`,
  `create index registration_created on registration (created_at)`,
  `create table session (
    token_hash text primary key,
    account_id text not null references account (id) on delete cascade,
    created_at text not null,
    expires_at text not null,
    browser text not null default '',
    system text not null default '',
    last_seen_at text not null,
    code_at text,
    constraint session_code_times check (${isTime('code_at')})
  )`,
  `create table staff (
    account_id text primary key references account (id) on delete cascade,
    role text not null,
    added_at text not null,
    constraint staff_role_known check (role in ('support', 'seller')),
    constraint staff_times check (${isTime('added_at')})
  )`,
  // Without a foreign key: it is kept when the account is gone.
  `create table staff_event (
    id text primary key,
    at text not null,
    account_id text not null,
    what text not null,
    subject text not null,
    note text not null default '',
    constraint staff_event_times check (${isTime('at')})
  )`,
  `create index staff_event_newest on staff_event (at, id)`,
  `create index staff_event_of on staff_event (account_id, at, id)`,
  `create index session_account on session (account_id)`,
  `create index session_end on session (expires_at)`,
  `create table token (
    hash text primary key,
    purpose text not null,
    subject text not null,
    account_id text references account (id) on delete cascade,
    data text not null default '',
    created_at text not null,
    expires_at text not null,
    used_at text,
    constraint token_purpose_known check (purpose in
      ('verify', 'reset', 'confirmEmail', 'stopEmail', 'cancelOrder', 'review', 'confirmStockAlert', 'stopStockAlerts')),
    constraint token_of_account check (account_id is not null or purpose not in ('verify', 'reset', 'confirmEmail', 'stopEmail')),
    constraint token_data check ((data = '') = (purpose not in ('verify', 'confirmEmail', 'stopEmail'))),
    constraint token_times check (${isTime('created_at', 'expires_at', 'used_at')})
  )`,
  `create index token_account on token (account_id, purpose)`,
  `create index token_end on token (purpose, expires_at)`,
  `create index token_subject on token (subject, purpose)`,
  `create table second_factor (
    account_id text primary key references account (id) on delete cascade,
    secret text not null,
    created_at text not null,
    confirmed_at text,
    last_step integer not null default 0,
    constraint second_factor_step check (last_step >= 0)
  )`,
  `create index second_factor_unconfirmed on second_factor (confirmed_at, created_at)`,
  `create table recovery_code (
    account_id text not null references account (id) on delete cascade,
    code_hash text not null,
    constraint recovery_code_pk primary key (account_id, code_hash)
  )`,
  `create table saved_line (
    account_id text not null references account (id) on delete cascade,
    list text not null,
    product_id text not null references product (id) on delete cascade,
    variation text not null,
    color text not null,
    size text not null,
    quantity integer not null,
    taken integer not null,
    position integer not null,
    chosen_variation text,
    chosen_color text,
    chosen_size text,
    constraint saved_line_pk primary key (account_id, list, product_id, variation, color, size),
    constraint saved_line_list_known check (list in ('cart', 'wishlist', 'compare')),
    constraint saved_line_quantity check (taken >= 0 and quantity > 0),
    constraint saved_line_chosen check (list = 'wishlist' or coalesce(chosen_variation, chosen_color, chosen_size) is null)
  )`,
  `create index saved_line_product on saved_line (product_id)`,
  `create table list_change (
    account_id text not null references account (id) on delete cascade,
    id text not null,
    applied_at text not null,
    constraint list_change_pk primary key (account_id, id),
    constraint list_change_times check (${isTime('applied_at')})
  )`,
  `create index list_change_applied on list_change (applied_at)`,
  `create table wishlist_link (
    account_id text primary key references account (id) on delete cascade,
    token text not null unique,
    shows_name integer not null,
    created_at text not null,
    constraint wishlist_link_flag check (shows_name in (0, 1))
  )`,
];
