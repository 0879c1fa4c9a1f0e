import type { Generated, Kysely, Selectable } from 'kysely';
import type { StaffRole } from '#contract/desk/staff.ts';
import type { ContactTopic, EnquiryKind } from '#contract/messages.ts';
import type { OrderStep } from '#contract/order.ts';
import type { RefundOutcome } from '#contract/refund.ts';
import type { ReportReason, ReviewState } from '#contract/review.ts';
import type { SavedListName } from '#contract/saved-lists.ts';
import type { VoucherKind } from '#contract/voucher.ts';

/**
 * One row, `id` 1. `version` rises with every visible change; `base` is the version of the seller's last change: all later ones are sales.
 * `is_filled`: sample products are not added any more.
 */
type CatalogueTable = {
  readonly id: number;
  version: number;
  base: number;
  is_filled: number;
};

/** `description` is one line of at most 200 characters, or empty. */
type CategoryTable = { id: string; name: string; slug: string; image: string; position: number; description: Generated<string> };

/** `word` in lower case; `finds` is JSON text. */
type SearchSynonymTable = { word: string; finds: string };

/** How often a search found nothing on a UK day, by its words in lower case. */
type SearchMissTable = { day: string; term: string; times: number };

/**
 * `stem` names the encoded files and contains their hash; a picture with the origin `shop` never replaces one of the seller's. `uploaded_at`: when it
 * was uploaded at the desk; a day later it is deleted unless something uses it.
 */
type PictureTable = { file: string; stem: string; preview: string; origin: 'shop' | 'seller'; uploaded_at: Generated<string | null> };

/** The encoded files of the seller's pictures, by name; empty with SQLite, where they are in the data folder. */
type PictureFileTable = { name: string; content: Buffer };

/**
 * Prices in pence, times in ISO text; `categories`, `tags` and `images` are JSON text. `sold_version` is the catalogue's version of the last sale,
 * return or change of its reviews. `withdrawn_at`: since when the product is not for sale, because it was withdrawn or is still a draft (`is_draft`).
 * `revision` rises with every change of the seller's fields; `revised_by` made the last change at the desk.
 */
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
  real_size: string;
  care: string;
  made_in: string;
  net_quantity: string;
  ingredients: string;
  warnings: string;
  maker: string;
  responsible_person: string;
  batch: string;
  usually_back: string;
  option_label: string;
  is_new: number;
  /** Made with the buyer's own words: without a right to cancel. */
  is_personalised: number;
  /** The seller's place for it among the featured products; 0 for none. */
  featured: number;
  created_at: string;
  images: string;
  position: number;
  sold_version: number;
  withdrawn_at: string | null;
  /** Working days that it is made in before it can be posted. */
  making_days: number;
  is_draft: number;
  revision: number;
  revised_at: string | null;
  revised_by: string | null;
};

/** What products are found by at the desk: beginnings of words, and `:` before the slug of a category. */
type ProductWordTable = { product_id: string; word: string };

/** `image` is the file of a picture, `''` when there is none. `former_names`: what it was called before, as JSON text. */
type ProductColorTable = {
  product_id: string;
  color: string;
  hex: string;
  image: string;
  position: number;
  former_names: string;
};

/** `id` stays when the size or its colour gets another name: order lines refer to it. `former_names` as of a colour. */
type ProductSizeTable = {
  product_id: string;
  color: string;
  name: string;
  id: string;
  stock: number;
  sale_count: number;
  position: number;
  former_names: string;
};

/** A variation with its own price; without `stock` it uses the product's. */
type ProductTypeTable = {
  product_id: string;
  id: string;
  name: string;
  base_price: number;
  stock: number | null;
  sale_count: number;
  /** The type's own net quantity; '' where the product's holds. */
  net_quantity: string;
  position: number;
};

/**
 * What shoppers paid for a product (`type_id` '') or a type of it from a time on, discount taken off; null while it was not for sale. Only changes
 * of it have a row.
 */
type PriceHistoryTable = { product_id: string; type_id: string; since: string; price: number | null };

/**
 * `email_key` is the address as compared; times are ISO text; `addresses` is JSON text. Unverified accounts cannot sign in.
 * `mailbox_proved_at`: when mailbox and password were proved together; `null` while unverified, and for demo accounts.
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
  /** The highest `taken` of any removed line of the account's lists; new lines start from it. */
  list_counter: Generated<number>;
};

/**
 * A registration of an unverified account, one per browser: the one whose password or browser comes with the token becomes the account.
 * `browser_hash` is the hash of the secret in that browser's cookie.
 */
type RegistrationTable = Omit<
  AccountTable,
  'id' | 'email_key' | 'role' | 'addresses' | 'verified_at' | 'mailbox_proved_at' | 'list_counter'
> & {
  browser_hash: string;
  account_id: string;
};

/**
 * `browser` and `system` name the device, '' when unknown; `last_seen_at` is exact to a day.
 */
type SessionTable = {
  token_hash: string;
  account_id: string;
  created_at: string;
  expires_at: string;
  browser: Generated<string>;
  system: Generated<string>;
  last_seen_at: string;
  /** When the session last got a code of the second factor. */
  code_at: string | null;
};

/** Accounts that may use the desk. Not `account.role`, which decides prices. */
type StaffTable = { account_id: string; role: StaffRole; added_at: string };

/**
 * What a member of staff did at the desk: `what` is the name of the call, `subject` the order's id or the reference. Without personal data; only
 * inserted, and kept when the account is deleted.
 */
type StaffEventTable = { id: string; at: string; account_id: string; what: string; subject: string; note: Generated<string> };

/**
 * A line of an account's cart, wishlist or comparison; '' for what was not chosen. `taken` counts the units that have ever been removed from the
 * line, starting at the account's `list_counter`, so that a paid order knows which of its units have left the cart already.
 */
type SavedLineTable = {
  account_id: string;
  list: SavedListName;
  product_id: string;
  variation: string;
  color: string;
  size: string;
  quantity: number;
  taken: number;
  position: number;
  /** The chosen variant of a wishlist item, '' for nothing; null where it is not known. Either all three are null, or none. */
  chosen_variation: string | null;
  chosen_color: string | null;
  chosen_size: string | null;
};

/** The ids of changes of an account's lists that were applied, so that a repeated one is ignored. */
type ListChangeTable = { account_id: string; id: string; applied_at: string };

/**
 * The link that shows an account's wishlist to others. The token is readable, as an order's id is: the owner copies the link again, and it
 * opens nothing but the names of products.
 */
type WishlistLinkTable = { account_id: string; token: string; shows_name: number; created_at: string };

/**
 * The secret of a mailed link, by its hash; see `domain/accounts/tokens.ts`. `subject` is what the link is for, `data` what it needs besides:
 *
 *     verify             a registration's `browser_hash`, or the account's id: any registration of it; the salted hash of the mail's code
 *     reset              the account's id
 *     confirmEmail       the account's id; both email addresses as JSON text
 *     stopEmail          the hash of the `confirmEmail` that it stops; both email addresses
 *     cancelOrder        the order's id
 *     review             the order's id
 *     confirmStockAlert  the stock alert's id
 *     stopStockAlerts    the email address as compared, whose alerts it ends, also later ones
 *
 * `account_id`: the owner, whatever email address the account has later; the token is deleted with the account.
 */
type TokenTable = {
  hash: string;
  purpose: 'verify' | 'reset' | 'confirmEmail' | 'stopEmail' | 'cancelOrder' | 'review' | 'confirmStockAlert' | 'stopStockAlerts';
  subject: string;
  account_id: string | null;
  data: Generated<string>;
  created_at: string;
  expires_at: string;
  used_at: string | null;
};

/**
 * The authenticator app of an account, in use once it is `confirmed_at`. `last_step` is the time step of the last code, because a code works
 * once. The secret is readable, unlike a password's hash, because codes are computed from it; with SECRETS_KEY it is encrypted (`secret-box.ts`).
 */
type SecondFactorTable = {
  account_id: string;
  secret: string;
  created_at: string;
  confirmed_at: string | null;
  last_step: Generated<number>;
};

/** Recovery codes that were not used yet: each signs in once without the app. Salted with the account's id. */
type RecoveryCodeTable = { account_id: string; code_hash: string };

/**
 * The outbox. `due_at` is the next try, `null` once sent or given up; `problem` is the last error, empty while a try is in progress.
 * Replies go to `reply_to`, or to the sender when that is empty.
 */
type MailTable = {
  id: string;
  recipient: string;
  /** The account that the mail belongs to, whatever email address it has later; `null`: the account that has the recipient's address. */
  account_id: string | null;
  reply_to: Generated<string>;
  subject: string;
  /** The plain text form, and what both forms are rendered from: JSON text, the `parts` of an `Email`. Empty once sent. */
  text: string;
  parts: string;
  created_at: string;
  due_at: string | null;
  tries: number;
  sent_at: string | null;
  problem: string;
  /** The URL of the header List-Unsubscribe; '' for mail that nobody subscribes to. */
  unsubscribe_url: Generated<string>;
  /** Lower numbers are sent first: `mailPriorities`. */
  priority: Generated<number>;
};

/**
 * A subscription to one mail when a variant is in stock again; '' in `type_id`, `color` and `size` means any. `changed_at` is when `state` last
 * changed.
 */
type StockAlertTable = {
  id: string;
  product_id: string;
  type_id: string;
  color: string;
  size: string;
  email: string;
  email_key: string;
  state: 'unconfirmed' | 'waiting' | 'mailed';
  asked_at: string;
  changed_at: string;
  /** The account that the alert belongs to, whatever email address it has later; `null`: the account that has the alert's email address. */
  account_id: string | null;
};

/** Notices to the seller by mail, each sent once. */
export type SellerNoticeKind =
  | 'order'
  | 'cancellation'
  | 'refundRequest'
  | 'review'
  | 'reviewReport'
  | 'lowStock'
  | 'waiting'
  | 'applicant'
  | 'mail'
  | 'refund'
  | 'lateBank'
  | 'job';

/**
 * An event for the seller's mailbox; `mailed_at` is when its mail was queued. `subject` identifies it: the id of the order, refund request, mail or
 * refund; of a review, with the time of its first report if it is about that; of a stock counter with its stock, so that it is announced again after
 * the stock was changed; of the session of a payment that a bank has not answered; the kind and key of a failed job with the time of its first
 * failure; the account of an applicant with the time of the application.
 */
type SellerNoticeTable = { kind: SellerNoticeKind; subject: string; created_at: string; mailed_at: string | null };

/** Jobs whose work is found by a query; mail and refunds count tries in their own rows. */
export type JobKind = 'expiry' | 'payment' | 'paymentSearch' | 'earlyMoney' | 'reviewInvite' | 'stockAlert' | 'sellerNotices' | 'retention';

/**
 * Work that failed, until it succeeds or is no longer needed. `key`: the id of the order, payment session, refund, dispute or product, the step of
 * the retention, or ''. `due_at` is the next try, `created_at` the first failure; `dead`: the seller was told, and it is tried once an hour.
 */
type FailedJobTable = {
  kind: JobKind;
  key: string;
  due_at: string;
  tries: number;
  state: 'retried' | 'dead';
  last_error: string;
  created_at: string;
};

/**
 * When the last backup was complete, and up to when the provider was asked what the shop has missed. A restored backup has the
 * times of when it was made.
 */
type LastRunTable = { name: 'backup' | 'paymentSearch'; at: string };

/** One row, `id` 1, of the last start of a server: the shop's URL for shoppers. */
type ShopAddressTable = { id: number; url: string };

/** What differs from shop to shop, as JSON (`ShopData`). The newest published version is the shop; a newer one is the draft. */
type ShopVersionTable = {
  number: number;
  data: string;
  account_id: string | null;
  at: string;
  published_at: string | null;
  note: Generated<string>;
};

/** A rate limit's window: `hits` so far, blocked until `free_at`, over at `ends_at`. `key` is a hash. */
type LimitHitTable = { key: string; hits: number; free_at: string; ends_at: string };

/**
 * `expired`: not paid in time or replaced, stock released; the contract does not have this status. `cancelled`: by the seller before it was
 * sent or by the buyer before it was packed, stock released, and what was paid goes back.
 */
export type OrderState = 'pending' | 'expired' | 'cancelled' | OrderStep;

/**
 * `value` is a whole percentage, pence, or 0 for free delivery; `minimum` is in pence. `products` (ids) and `categories` (slugs) are JSON text.
 * Never deleted; its uses are the orders with its code that are neither expired nor cancelled.
 */
type VoucherTable = {
  code: string;
  kind: VoucherKind;
  value: number;
  minimum: number;
  starts_at: string | null;
  /** Exclusive. */
  ends_at: string | null;
  max_uses: number | null;
  /** How often one person may use the voucher; null for any number. */
  max_uses_each: number | null;
  products: string;
  categories: string;
  created_at: string;
  /** When the seller ended it. */
  ended_at: string | null;
};

/**
 * Totals in pence, times in ISO text; `billing` is the contract's `billingInfo` as JSON. `shop_origin` and `trader` are those when it was
 * placed, for mail. An expired order may have been `replaced_by` another, which may be deleted before it.
 */
type OrderTable = {
  id: string;
  status: OrderState;
  user_id: string | null;
  billing: string;
  /** For the courier. */
  note: string;
  gift_message: string;
  /** Said at the checkout that no mail is to ask for a review. */
  refuses_review_mail: number;
  goods_total: number;
  delivery_total: number;
  voucher_code: string | null;
  /** What the voucher took off goods or delivery. */
  discount_total: number;
  total: number;
  shop_origin: string;
  trader: string;
  email_key: string;
  replaced_by: string | null;
  /** For the buyer of a cancelled order; '' without one. */
  cancel_reason: string | null;
  /** Of a cancelled order. */
  cancelled_by: 'buyer' | 'seller' | null;
  /** When it was delivered or cancelled. */
  ended_at: string | null;
  /** The seller's VAT registration when it was placed, `null` without one; the rate in hundredths of a per cent. */
  vat_number: string | null;
  vat_rate: number | null;
  /** Given with the payment, without gaps. */
  invoice_number: number | null;
  invoiced_at: string | null;
  /** Hashed client address, kept while unpaid only. */
  client_key: string | null;
  /** When its buyer asked to be forgotten, until that is done. */
  erasure_asked_at: string | null;
  created_at: string;
  pay_by: string;
  shipping_method: string | null;
  track_id: string | null;
  /** The contract's `furtherParcels` as JSON; `null` for an order in one parcel. */
  further_parcels: string | null;
  /** UK days as promised with the order: posted by, arriving from and by; `null` in orders without a promise. */
  dispatch_by: string | null;
  arrives_from: string | null;
  arrives_by: string | null;
  /** Arrival by the day on which it was posted; `null` before. */
  expected_from: string | null;
  expected_by: string | null;
  /** The contract's `orderedWay` as JSON; `null` is standard delivery. */
  delivery_way: string | null;
  /**
   * The contract's `deliveryPart`s as JSON, if there are more than the items. `delivery_total` is their sum: that of the lines' `delivery`, and
   * what a faster way costs.
   */
  delivery_parts: string | null;
  /** What it costs to wrap it as a gift, in pence, once an order; `null` of one that is not wrapped. */
  gift_wrap: number | null;
};

/** One row, `id` 1: the contract's `deliveryOptions` as JSON; none in a shop with standard delivery alone. `is_sample`: nobody
 * has set them. */
type DeliveryOptionsTable = { id: number; options: string; is_sample: Generated<number> };

/** Names and prices when the order was placed, in pence: `unit_price` per unit, `delivery`, the line's share in the standard delivery, and the
 * voucher's `discount` of the whole line. */
type OrderLineTable = {
  order_id: string;
  position: number;
  product_id: string;
  product_name: string;
  type_id: string | null;
  type_name: string | null;
  /** Colour and size as they were called then. */
  color: string | null;
  size: string | null;
  /** The stock counter of the size; `null` for goods that are not counted by size. */
  size_id: string | null;
  quantity: number;
  /** As its product was when it was ordered. */
  is_personalised: number;
  /** Net quantity, ingredients, warnings and who made it, as its product had them then, for mails; '' for goods without warnings. */
  facts: string;
  unit_price: number;
  delivery: number;
  discount: number;
  /** What `taken` of the line in the buyer's cart is once the ordered units have left it; `null` for a line that is from no saved cart. */
  cart_up_to: number | null;
};

/** Idempotency keys: the order that each created, and a hash of its payload. */
type OrderRequestTable = { key: string; order_id: string; digest: string };

/** One row, `id` 1: the last number of an invoice. */
type InvoiceCounterTable = { id: number; last: number };

/** Who caused an event of an order; `job` is the shop itself. */
export type OrderActor = 'buyer' | 'seller' | 'provider' | 'job';

/**
 * The history of an order, in sentences for the seller; rows are only ever added, and their number is the order's version. `what_erased`: the
 * sentence without what somebody typed in it, which replaces it at an erasure; `null` where nothing was typed. `staff_id`: the member of staff
 * who did it at the desk.
 */
type OrderEventTable = {
  order_id: string;
  position: number;
  at: string;
  actor: OrderActor;
  what: string;
  what_erased: string | null;
  staff_id: string | null;
};

/** A note of the staff about an order, which its buyer does not see. */
type OrderNoteTable = { order_id: string; position: number; at: string; account_id: string | null; text: string };

/** Words that an order is found by, see `order-words.ts`. */
type OrderWordTable = { order_id: string; word: string };

/**
 * One attempt to pay; for `status` see `paymentStatus`. `due_at` is when a delayed payment of the test page arrives; `reference` is the
 * provider's id of the payment; `checked_at` is when the provider was last asked about it, `null` to ask at once.
 */
type PaymentTable = {
  session_id: string;
  order_id: string;
  attempt: number;
  provider: 'test' | 'stripe';
  url: string;
  status: 'open' | 'processing' | 'paid' | 'unusable' | 'failed' | 'expired';
  due_at: string | null;
  reference: string | null;
  created_at: string;
  checked_at: string | null;
};

/**
 * Money for an order that is not in this database; `amount` in pence, `null` in another currency or when it is not known. `refund_reference` is the provider's,
 * or how the seller settled it. `problem`: why the last try failed, or how the money came back. States: `unmatchedState`.
 */
type UnmatchedPaymentTable = {
  event_id: string;
  order_id: string;
  session_id: string;
  amount: number | null;
  reference: string | null;
  received_at: string;
  refunded_at: string | null;
  refund_reference: string | null;
  problem: string;
};

/** Ids of processed provider events: deduplication. */
type PaymentEventTable = { id: string; received_at: string };

/**
 * The ledger: one row for each movement of an order's money; see `domain/money/ledger.ts` for sources and states. `amount` in pence, or the smallest
 * unit of `currency`, is never changed once the provider may have the row. `id` is echoed by the provider in refunds of the shop, `reference` is the
 * provider's id. `order_id` and `session_id` are `null` while the payment that the provider names (`payment`) is not known here: such a row counts
 * for nothing. `granted`: the total granted of the payment when the shop first heard of the row, or the seller said which request it is for, see `goodwillIn`. `request`: the refund request that
 * it is for. `note`: the bank's reason, why the last try failed, or how the seller paid. `answer_by`: until when a dispute must be answered. `at`:
 * since when it has its state. `done_at`: since when it had been done, of money that the buyer had and that came back. `due_at`: the next try to
 * send it.
 */
type MoneyTable = {
  id: string;
  order_id: string | null;
  session_id: string | null;
  payment: string | null;
  source: 'payment' | 'ours' | 'dashboard' | 'dispute' | 'hand';
  reference: string | null;
  amount: number;
  currency: Generated<string>;
  granted: Generated<number>;
  state: 'wanted' | 'sent' | 'inquiry' | 'held' | 'done' | 'failed' | 'void';
  request: string | null;
  note: Generated<string>;
  answer_by: string | null;
  created_at: string;
  at: string;
  done_at: string | null;
  due_at: string | null;
  tries: Generated<number>;
};

export type Money = Selectable<MoneyTable>;

/**
 * A refund request for a product of an order; `outcome`, `amount` in pence and `decided_at` once decided. `exchanged` units were taken from stock for
 * a replacement, which was sent at `sent_at`; `restocked` units came back by `received_at` and can be sold again.
 */
type RefundTable = {
  reference: string;
  order_id: string;
  product_id: string;
  /** '' for a cancellation, which needs no reason. */
  reason: string;
  /** A cancellation by declaration: its `DeclaredUnits` as JSON; `null` of a refund request. */
  declared: string | null;
  /** When the buyer of a cancellation showed proof of posting. */
  posted_at: string | null;
  /** The UK day by which the money of a cancellation must go back; `null` until the goods or that proof have come. */
  due_on: string | null;
  created_at: string;
  outcome: RefundOutcome | 'declined' | 'withdrawn' | null;
  amount: number | null;
  decline_reason: string | null;
  decided_at: string | null;
  received_at: string | null;
  exchanged: number;
  /** Of the replacement, with its courier and tracking number. */
  sent_at: string | null;
  shipping_method: string | null;
  track_id: string | null;
  restocked: number;
  /** Which of them had never been sent: `DeclaredUnits` as JSON; `null` for none. */
  unsent: string | null;
};

/** A photograph of a refund request, a JPEG with a random name; `content` is `null` when it is a file in the data folder, as with SQLite. */
type RefundImageTable = { reference: string; position: number; file: string; content: Buffer | null };

/**
 * A buyer's review of a product in an order, one for each; for `state` see `ReviewState`. `reason`: why it was declined or removed; `reply`
 * is the seller's. Each change raises `revision`, be it by the buyer or the seller.
 */
type ReviewTable = {
  reference: string;
  order_id: string;
  product_id: string;
  stars: number;
  author: string;
  text: string;
  state: ReviewState;
  reason: string;
  reply: string;
  revision: number;
  created_at: string;
  decided_at: string | null;
};

/** The approved reviews of a product that has some: how many, and the sum of their stars. */
type ProductRatingTable = { product_id: string; reviews: number; stars: number };

/** A photograph of a review, a JPEG with a random name; in the database with both engines, so that it is deleted with its review. */
type ReviewImageTable = { file: string; reference: string; position: number; content: Buffer };

/** How often a public review was reported for a reason since the seller last dealt with it; nothing is kept of who did. */
type ReviewReportTable = { reference: string; reason: ReportReason; reports: number; created_at: string };

/** The mail that asks for reviews of a delivered order, once: due at `due_at` until it is sent. */
type ReviewInviteTable = { order_id: string; due_at: string | null; sent_at: string | null };

/** Who wants no mails that ask for reviews; a hash of the address as compared. */
type ReviewOptOutTable = { email_hash: string; created_at: string };

/** A message to the seller; `topic` is empty for an enquiry, as is every field that the form does not have. */
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
  /** 1 if the field that people do not see was filled in. */
  may_be_bot: 0 | 1;
  created_at: string;
  answered_at: string | null;
  /** The account that the message belongs to, whatever email address it has later; `null`: the account that has the sender's email address. */
  account_id: string | null;
};

/** An answer that was mailed from the desk; `position` counts those of the message from 0. */
type MessageAnswerTable = { reference: string; position: number; at: string; account_id: string | null; text: string };

/** Deduplicates messages until `ends_at`: the reference that was given for a content, by its hash. */
type MessageReceiptTable = { digest: string; reference: string; ends_at: string };

/** Every table, as both engines have it. */
export type Tables = {
  catalogue: CatalogueTable;
  category: CategoryTable;
  search_synonym: SearchSynonymTable;
  search_miss: SearchMissTable;
  picture: PictureTable;
  picture_file: PictureFileTable;
  product: ProductTable;
  product_color: ProductColorTable;
  product_size: ProductSizeTable;
  product_type: ProductTypeTable;
  price_history: PriceHistoryTable;
  product_word: ProductWordTable;
  order: OrderTable;
  order_line: OrderLineTable;
  delivery_options: DeliveryOptionsTable;
  order_request: OrderRequestTable;
  order_event: OrderEventTable;
  order_note: OrderNoteTable;
  order_word: OrderWordTable;
  invoice_counter: InvoiceCounterTable;
  payment: PaymentTable;
  payment_event: PaymentEventTable;
  unmatched_payment: UnmatchedPaymentTable;
  money: MoneyTable;
  refund: RefundTable;
  refund_image: RefundImageTable;
  product_rating: ProductRatingTable;
  review: ReviewTable;
  review_image: ReviewImageTable;
  review_report: ReviewReportTable;
  review_invite: ReviewInviteTable;
  review_opt_out: ReviewOptOutTable;
  message: MessageTable;
  message_answer: MessageAnswerTable;
  message_receipt: MessageReceiptTable;
  account: AccountTable;
  session: SessionTable;
  staff: StaffTable;
  staff_event: StaffEventTable;
  saved_line: SavedLineTable;
  list_change: ListChangeTable;
  wishlist_link: WishlistLinkTable;
  registration: RegistrationTable;
  token: TokenTable;
  second_factor: SecondFactorTable;
  recovery_code: RecoveryCodeTable;
  mail: MailTable;
  stock_alert: StockAlertTable;
  seller_notice: SellerNoticeTable;
  voucher: VoucherTable;
  failed_job: FailedJobTable;
  last_run: LastRunTable;
  shop_address: ShopAddressTable;
  shop_version: ShopVersionTable;
  limit_hit: LimitHitTable;
};

/** SQLite or PostgreSQL, or a transaction on either; callers must not depend on which. */
export type Database = Kysely<Tables>;
