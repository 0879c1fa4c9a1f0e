import type { ColumnType, Generated, Kysely } from 'kysely';
import type { ContactTopic, EnquiryKind } from '#contract/messages.ts';
import type { OrderStep } from '#contract/order.ts';
import type { RefundOutcome } from '#contract/refund.ts';

/**
 * One row, `id` 1. `version` rises with every change a shopper could see, so that each process can tell cheaply; `edition` with those
 * of them that the seller made, and not with a sale.
 */
type CatalogueTable = { readonly id: number; version: number; edition: Generated<number> };

type CategoryTable = { id: string; name: string; slug: string; image: string; position: number };

/** `stem` names the encoded files and carries their hash; `origin` says who may replace the row. */
type PictureTable = { file: string; stem: string; preview: string; origin: 'shop' | 'seller' };

/** Prices in pence, `created_at` in ISO text; `categories`, `tags` and `images` are JSON text. */
type ProductTable = {
  id: string;
  sku: string;
  name: string;
  short_description: string;
  full_description: string;
  base_price: number;
  discount: number;
  reseller_price: number;
  delivery_cost: number;
  stock: number;
  sale_count: number;
  categories: string;
  tags: string;
  material: string;
  weight: string;
  dimensions: string;
  care: string;
  made_in: string;
  is_new: number;
  created_at: string;
  images: string;
  position: number;
};

/** `image` is the file of a picture, `''` when there is none. */
type ProductColorTable = { product_id: string; color: string; hex: string; image: string; position: number };

type ProductSizeTable = { product_id: string; color: string; name: string; stock: number; sale_count: number; position: number };

/** A variation with a price of its own; without `stock` it draws on the product's. */
type ProductTypeTable = {
  product_id: string;
  id: string;
  name: string;
  base_price: number;
  stock: number | null;
  sale_count: number;
  position: number;
};

/**
 * `email_key` is the address as it is compared; times in ISO text; `addresses` is JSON text. Unverified accounts cannot sign in.
 * `mailbox_proved_at` is when the mailbox's reader showed that the password is theirs, too; accounts verified before this was asked have `null`.
 */
type AccountTable = {
  id: string;
  email: string;
  email_key: string;
  role: 'customer' | 'reseller';
  wants_to_resell: number;
  first_name: string;
  last_name: string;
  phone: string;
  addresses: string;
  marketing: number;
  password_hash: string;
  verified_at: string | null;
  mailbox_proved_at: string | null;
  accepted_terms_at: string;
  created_at: string;
};

/**
 * What was typed to open an unverified account, one row for each browser that registered: the row whose password or browser is shown with
 * a proof becomes the account. `browser_hash` is of the secret in that browser's cookie.
 */
type RegistrationTable = {
  id: string;
  account_id: string;
  browser_hash: string;
  email: string;
  first_name: string;
  last_name: string;
  phone: string;
  wants_to_resell: number;
  marketing: number;
  password_hash: string;
  accepted_terms_at: string;
  created_at: string;
};

type SessionTable = { token_hash: string; account_id: string; created_at: string; expires_at: string };

/**
 * What shows that somebody reads an account's mail: a link with a token, for `verify` also a code with a life of its own. It confirms
 * the registration it was mailed for; `null` when another browser asked for it, and then any registration of the account.
 */
type ProofTable = {
  token_hash: string;
  account_id: string;
  registration_id: string | null;
  purpose: 'verify' | 'reset';
  code_hash: string;
  code_expires_at: string;
  tries: number;
  expires_at: string;
  used_at: string | null;
};

/**
 * `due_at` is when it may be sent next, and `null` once it was sent or given up; `problem` is what the last try met; answers go to
 * `reply_to`, or where the mail came from when that is empty.
 */
type MailTable = {
  id: string;
  recipient: string;
  reply_to: ColumnType<string, string | undefined, string>;
  subject: string;
  text: string;
  html: string;
  created_at: string;
  due_at: string | null;
  tries: number;
  sent_at: string | null;
  problem: string;
};

/** `hits` since the first of them; nothing more before `free_at`; forgotten at `ends_at`. */
type LimitHitTable = { key: string; hits: number; free_at: string; ends_at: string };

/** How far an order has come; `lapsed`: not paid in time, its goods given back. Shoppers never see that word (contract, order). */
export type OrderState = 'pending' | 'lapsed' | OrderStep;

/**
 * Totals in pence, times in ISO text; `billing` is the contract's `billingInfo` as JSON text; `shop_origin` is where the shop was when it
 * was ordered, for links in mail; `trader` is who sold, as lines; `email_key` is the buyer's address as accounts compare theirs. An order
 * that a corrected one took the place of has lapsed, and `replaced_by` names that one. `client_key` is a hash of the client address, kept
 * only while the order waits to be paid.
 */
type OrderTable = {
  id: string;
  status: OrderState;
  user_id: string | null;
  billing: string;
  note: string;
  goods_total: number;
  delivery_total: number;
  total: number;
  shop_origin: string;
  trader: string;
  email_key: string;
  replaced_by: string | null;
  client_key: string | null;
  created_at: string;
  pay_by: string;
  shipping_method: string | null;
  track_id: string | null;
};

/** What was bought, by the names and prices of that day: `unit_price` of one piece, `delivery` of the whole line. */
type OrderLineTable = {
  order_id: string;
  position: number;
  product_id: string;
  product_name: string;
  type_id: string | null;
  type_name: string | null;
  color: string | null;
  size: string | null;
  quantity: number;
  unit_price: number;
  delivery: number;
};

/** Which order a key of idempotency made, and of what: `digest` is a hash of the payload. */
type OrderRequestTable = { key: string; order_id: string; digest: string };

/** What happened to an order, in sentences for the seller. */
type OrderEventTable = { order_id: string; position: number; at: string; what: string };

/**
 * One try to pay. `refund`: paid, but nothing can be sent for it; `refunded` once that money is on its way back. `due_at`: when the test
 * page's delayed payment comes through; `reference` is the provider's name for the money.
 */
type PaymentTable = {
  session_id: string;
  order_id: string;
  attempt: number;
  provider: 'test' | 'stripe';
  url: string;
  status: 'open' | 'processing' | 'paid' | 'failed' | 'expired' | 'refund' | 'refunded';
  due_at: string | null;
  reference: string | null;
  created_at: string;
};

/** Every message of a payment provider that was acted upon, so that none counts twice. */
type PaymentEventTable = { id: string; received_at: string };

/**
 * Money that goes back to where it came from, `amount` in pence or all of that payment: for a decided refund `request`, or for a payment for
 * which nothing can be sent. `due_at` is the next try and `null` once it is on its way; `reference` is the provider's name for it, or
 * how the seller did it. What came back keeps that name, with neither `due_at` nor `done_at`.
 */
type PaybackTable = {
  id: string;
  order_id: string;
  session_id: string;
  request: string | null;
  amount: number | null;
  created_at: string;
  due_at: string | null;
  tries: number;
  done_at: string | null;
  reference: string | null;
  problem: string;
};

/** A shopper's request for a product of an order; `outcome`, `amount` in pence and `decided_at` once the seller has decided. */
type RefundTable = {
  reference: string;
  order_id: string;
  product_id: string;
  reason: string;
  created_at: string;
  outcome: RefundOutcome | null;
  amount: number | null;
  decided_at: string | null;
};

/** A picture that came with a request: a file of a random name in the data folder. */
type RefundImageTable = { reference: string; position: number; file: string };

/** What somebody wrote to the seller; `topic` is empty for an enquiry, and what a form does not ask for is empty as well. */
type MessageTable = {
  reference: string;
  kind: 'contact' | EnquiryKind;
  topic: ContactTopic | '';
  name: string;
  business: string;
  email: string;
  phone: string;
  order_id: string;
  text: string;
  created_at: string;
  answered_at: string | null;
};

/** Which message a content made, until `ends_at`: `digest` is a hash of all that was sent. */
type MessageReceiptTable = { digest: string; reference: string; ends_at: string };

/** Every table, as both engines have it. */
export type Tables = {
  catalogue: CatalogueTable;
  category: CategoryTable;
  picture: PictureTable;
  product: ProductTable;
  product_color: ProductColorTable;
  product_size: ProductSizeTable;
  product_type: ProductTypeTable;
  order: OrderTable;
  order_line: OrderLineTable;
  order_request: OrderRequestTable;
  order_event: OrderEventTable;
  payment: PaymentTable;
  payment_event: PaymentEventTable;
  payback: PaybackTable;
  refund: RefundTable;
  refund_image: RefundImageTable;
  message: MessageTable;
  message_receipt: MessageReceiptTable;
  account: AccountTable;
  session: SessionTable;
  registration: RegistrationTable;
  proof: ProofTable;
  mail: MailTable;
  limit_hit: LimitHitTable;
};

/** SQLite or PostgreSQL; the domain never learns which. A transaction is one too. */
export type Database = Kysely<Tables>;
