import { isTime } from '#server/db/migrations/baseline/conditions.ts';

/** The catalogue, its pictures, and the synonyms of its search, and what it has not found. */
export const catalogueTables: readonly string[] = [
  `create table catalogue (
    id integer primary key,
    version integer not null,
    base integer not null,
    is_filled integer not null
  )`,
  `insert into catalogue (id, version, base, is_filled) values (1, 0, 0, 0)`,
  `create table category (
    id text primary key,
    name text not null,
    slug text not null unique,
    image text not null,
    position integer not null,
    description text not null default '' check (length(description) <= 200)
  )`,
  `create table search_synonym (
    word text primary key check (length(word) between 1 and 60),
    finds text not null
  )`,
  `create table search_miss (
    day text not null,
    term text not null check (length(term) between 1 and 60),
    times integer not null,
    constraint search_miss_key primary key (day, term),
    constraint search_miss_counts check (times > 0)
  )`,
  `create table picture (
    file text primary key,
    stem text not null,
    preview text not null,
    origin text not null,
    uploaded_at text,
    constraint picture_origin_known check (origin in ('shop', 'seller')),
    constraint picture_times check (${isTime('uploaded_at')})
  )`,
  `create index picture_uploaded on picture (uploaded_at)`,
  `create table picture_file (
    name text primary key,
    content bytea not null
  )`,
  `create table product (
    id text primary key,
    sku text not null,
    name text not null,
    short_description text not null,
    full_description text not null,
    base_price integer not null,
    discount double precision not null,
    reseller_price integer not null,
    delivery_cost integer not null,
    stock integer not null,
    sale_count integer not null,
    categories text not null,
    tags text not null,
    material text not null,
    weight text not null,
    dimensions text not null,
    real_size text not null default '',
    care text not null,
    made_in text not null,
    net_quantity text not null default '',
    ingredients text not null default '',
    warnings text not null default '',
    maker text not null default '',
    responsible_person text not null default '',
    batch text not null default '',
    usually_back text not null default '',
    option_label text not null,
    is_new integer not null,
    is_personalised integer not null default 0 check (is_personalised in (0, 1)),
    featured integer not null default 0,
    created_at text not null,
    images text not null,
    position integer not null,
    sold_version integer not null,
    withdrawn_at text,
    making_days integer not null,
    is_draft integer not null default 0,
    revision integer not null default 0,
    revised_at text,
    revised_by text,
    constraint product_draft check (is_draft = 0 or withdrawn_at is not null),
    constraint product_in_stock check (sale_count between 0 and stock),
    constraint product_featured check (featured >= 0),
    constraint product_making_days check (making_days between 0 and 250),
    constraint product_prices check (base_price >= 0 and reseller_price >= 0 and delivery_cost >= 0 and discount between 0 and 100)
  )`,
  `create index product_sold_version on product (sold_version)`,
  `create index product_left on product ((stock - sale_count)) where withdrawn_at is null`,
  `create index product_for_sale on product (position, id) where withdrawn_at is null`,
  `create index product_drafts on product (position, id) where is_draft = 1`,
  `create index product_withdrawn on product (position, id) where withdrawn_at is not null and is_draft = 0`,
  `create table product_word (
    product_id text not null references product (id) on delete cascade,
    word text not null,
    constraint product_word_key primary key (product_id, word)
  )`,
  `create index product_word_prefix on product_word (word, product_id)`,
  `create table product_color (
    product_id text not null references product (id) on delete cascade,
    color text not null,
    hex text not null,
    image text not null,
    position integer not null,
    former_names text not null default '[]',
    constraint product_color_key primary key (product_id, color)
  )`,
  `create table product_size (
    product_id text not null,
    color text not null,
    name text not null,
    id text not null unique,
    stock integer not null,
    sale_count integer not null,
    position integer not null,
    former_names text not null default '[]',
    constraint product_size_key primary key (product_id, color, name),
    constraint product_size_in_stock check (sale_count between 0 and stock),
    constraint product_size_color foreign key (product_id, color) references product_color (product_id, color) on delete cascade
  )`,
  `create index product_size_left on product_size ((stock - sale_count))`,
  `create table product_type (
    product_id text not null references product (id) on delete cascade,
    id text not null,
    name text not null,
    base_price integer not null,
    stock integer,
    sale_count integer not null,
    net_quantity text not null default '',
    position integer not null,
    constraint product_type_key primary key (product_id, id),
    constraint product_type_in_stock check (sale_count >= 0 and (stock is null or sale_count <= stock)),
    constraint product_type_price check (base_price >= 0)
  )`,
  `create index product_type_left on product_type ((stock - sale_count))`,
  `create table price_history (
    product_id text not null references product (id) on delete cascade,
    type_id text not null,
    since text not null,
    price integer,
    constraint price_history_key primary key (product_id, type_id, since),
    constraint price_history_price check (price >= 0),
    constraint price_history_times check (${isTime('since')})
  )`,
];
