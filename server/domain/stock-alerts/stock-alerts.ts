import { randomUUID } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { resolveVariant, withCurrentNames } from '#contract/resolve-variant.ts';
import { availableQuantity } from '#contract/stock.ts';
import type { StockAlertAnswer, StockAlertRequest } from '#contract/stock-alert.ts';
import { isSameVariant, type Variant, writeVariant } from '#contract/variant.ts';
import { after, day, hour } from '#server/db/columns.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { addSellerNotice } from '#server/db/seller-notice.ts';
import type { Account } from '#server/domain/accounts/account-row.ts';
import { deadLink } from '#server/domain/accounts/mailed-links.ts';
import { findToken, issueToken, peekToken } from '#server/domain/accounts/tokens.ts';
import { emailKeyOf } from '#server/domain/email-address.ts';
import { isNotBackingOff, type JobRun, tryEach } from '#server/domain/failed-jobs.ts';
import { Failure, NotFound } from '#server/domain/failure.ts';
import { type OrderedProduct, readProducts } from '#server/domain/orders/order-stock.ts';
import type { Person } from '#server/domain/person.ts';
import { enforceRateLimit, type RateLimit } from '#server/domain/rate-limit.ts';
import { retentionSeconds } from '#server/domain/retention.ts';
import { queueEmail } from '#server/mail/outbox.ts';
import type { Sender } from '#server/mail/templates/account-emails.ts';
import { backInStockEmail, confirmAlertEmail } from '#server/mail/templates/stock-alert-emails.ts';

/** Who asks: the signed-in account, if any, and the client address. `sender` signs the mail. */
type Caller = { readonly account: Account | undefined; readonly clientIp: string; readonly sender: Sender; readonly now: Date };

/** A product and its variant; '' in a part of the variant means any. */
type AlertVariant = Pick<Tables['stock_alert'], 'product_id' | 'type_id' | 'color' | 'size'>;

type Alert = Tables['stock_alert'];

/** By client address, generous because an office may share one, and by mailbox, which gets the confirmation mails. */
const limits = {
  clientIp: { max: 30, perSeconds: hour },
  mailbox: { max: 6, perSeconds: hour },
} as const satisfies Record<string, RateLimit>;

/** Mails per unit in stock: more than one, because not everybody still buys; few, because nobody should find the product sold out again. */
export const alertsPerUnit = 3;
/** For this long a mailed shopper counts as one who may still buy a unit. */
const considerSeconds = 2 * day;

const variantOf = ({ type_id, color, size }: AlertVariant): Variant => ({
  color: color || undefined,
  size: size || undefined,
  variationId: type_id || undefined,
});

const isSold = (product: OrderedProduct, wanted: AlertVariant): boolean =>
  isSameVariant(resolveVariant(product, variantOf(wanted)).variant, withCurrentNames(product, variantOf(wanted)));

const nameOf = (product: OrderedProduct, { type_id, color, size }: AlertVariant): string =>
  [product.name, product.types.find(({ _id }) => _id === type_id)?.name, color, size].filter(Boolean).join(', ');

const alertedProductOf = (product: OrderedProduct, wanted: AlertVariant) => ({
  productId: wanted.product_id,
  color: wanted.color,
  name: nameOf(product, wanted),
});

/** The product page with the variant, as `paths.product` of the storefront. */
const productUrl = (shopUrl: string, wanted: AlertVariant, more: Readonly<Record<string, string>> = {}): string => {
  const query = writeVariant(new URLSearchParams(more), variantOf(wanted)).toString();
  return `${shopUrl}/product/${encodeURIComponent(wanted.product_id)}${query === '' ? '' : `?${query}`}`;
};

/** The page of a product's first category, as in `paths.shopCategory` of the storefront. */
const categoryPage = async (
  db: Database,
  { category: [slug = ''] }: OrderedProduct,
  shopUrl: string,
): Promise<{ readonly name: string; readonly link: string } | undefined> => {
  const row = await db.selectFrom('category').select('name').where('slug', '=', slug).executeTakeFirst();
  return row && { name: row.name, link: `${shopUrl}/shop-grid-standard?category=${encodeURIComponent(slug)}` };
};

const isSameWanted =
  ({ product_id, type_id, color, size }: AlertVariant) =>
  (row: AlertVariant): boolean =>
    row.product_id === product_id && row.type_id === type_id && row.color === color && row.size === size;

/** Tells the seller of a variant's first alert, once. */
const announceFirst = async (transaction: Database, row: Alert, now: Date): Promise<void> => {
  const { id } = await transaction
    .selectFrom('stock_alert')
    .select(({ fn }) => fn.min('id').as('id'))
    .where('product_id', '=', row.product_id)
    .where('type_id', '=', row.type_id)
    .where('color', '=', row.color)
    .where('size', '=', row.size)
    .where('state', '=', 'waiting')
    .where('id', '!=', row.id)
    .executeTakeFirstOrThrow();
  if (id === null) await addSellerNotice(transaction, 'waiting', row.id, now);
};

const store = async (transaction: Database, values: Insertable<Tables['stock_alert']>): Promise<Alert> => {
  // An alert that is waiting already keeps its place in the queue.
  const keepColumn = <Column extends 'id' | 'state' | 'asked_at' | 'changed_at'>(column: Column) =>
    sql<Alert[Column]>`case when stock_alert.state = 'waiting' then ${sql.ref(`stock_alert.${column}`)} else ${values[column]} end`;
  return transaction
    .insertInto('stock_alert')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['product_id', 'type_id', 'color', 'size', 'email_key']).doUpdateSet({
        id: keepColumn('id'),
        email: values.email,
        state: keepColumn('state'),
        asked_at: keepColumn('asked_at'),
        changed_at: keepColumn('changed_at'),
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
};

/**
 * POST /client/stock-alerts: subscribes to a variant that is out of stock. A signed-in account's own email address needs no confirmation; any other
 * gets a link, with the same answer whether or not it has an alert already. Throws `NotFound`, `TooMany`, and a conflict with the code `inStock`.
 */
export const requestStockAlert = async (
  db: Database,
  { productId, variationId = '', color = '', size = '', email }: StockAlertRequest,
  { account, clientIp, sender, now }: Caller,
): Promise<StockAlertAnswer> => {
  const emailKey = emailKeyOf(email);
  await enforceRateLimit(db, { ...limits.clientIp, key: `stock-alerts:from:${clientIp}`, now });
  const wanted: AlertVariant = { product_id: productId, type_id: variationId, color, size };
  const product = (await readProducts(db, [productId])).get(productId);
  if (!product || !isSold(product, wanted)) throw new NotFound('This product is no longer sold as you chose it.');
  if (availableQuantity(product, variantOf(wanted)) > 0)
    throw new Failure('conflict', 'This is in stock: you can add it to your cart now.', undefined, { code: 'inStock' });
  const isProved = account?.hasProvedMailbox === true && emailKeyOf(account.email) === emailKey;
  if (!isProved) await enforceRateLimit(db, { ...limits.mailbox, key: `stock-alerts:mailbox:${emailKey}`, now });
  const at = now.toISOString();
  await db.transaction().execute(async (transaction) => {
    const row = await store(transaction, {
      ...wanted,
      id: randomUUID(),
      email,
      email_key: emailKey,
      state: isProved ? 'waiting' : 'unconfirmed',
      asked_at: at,
      changed_at: at,
    });
    if (isProved) return announceFirst(transaction, row, now);
    const token = await issueToken(transaction, 'confirmStockAlert', { subject: row.id }, now);
    const link = productUrl(sender.shopUrl, wanted, { notify: token });
    await queueEmail(transaction, email, confirmAlertEmail(sender, alertedProductOf(product, wanted), link), now, { priority: 'awaited' });
  });
  return isProved
    ? { state: 'waiting', message: `We will email ${email} once, as soon as this is back in stock.` }
    : { state: 'confirm', message: `We have sent a link to ${email}. Open it within two days and press the button there to confirm.` };
};

/** POST /client/stock-alerts/confirm: may be pressed again. Throws a `notFound` with the code `invalid`. */
export const confirmStockAlert = (db: Database, token: string, now: Date): Promise<string> =>
  db.transaction().execute(async (transaction) => {
    const { subject: id } = await peekToken(transaction, 'confirmStockAlert', token, now);
    const confirmed = await transaction
      .updateTable('stock_alert')
      .set({ state: 'waiting', changed_at: now.toISOString() })
      .where('id', '=', id)
      .where('state', '=', 'unconfirmed')
      .where('changed_at', '>', after(now, -retentionSeconds.unconfirmedStockAlert))
      .returningAll()
      .executeTakeFirst();
    if (confirmed) await announceFirst(transaction, confirmed, now);
    const waiting = transaction.selectFrom('stock_alert').selectAll().where('id', '=', id).where('state', '=', 'waiting');
    const row = confirmed ?? (await waiting.executeTakeFirst());
    if (!row) throw deadLink('confirmStockAlert');
    return `We will email ${row.email} once, as soon as this is back in stock.`;
  });

/**
 * Ends every alert of the email address that got this token; may be repeated, and does not reveal whether there was one. Throws a `notFound` with the
 * code `invalid` for a token that was never mailed, or is past its retention.
 */
export const endStockAlerts = async (db: Database, token: string): Promise<void> => {
  const link = await findToken(db, 'stopStockAlerts', token);
  if (!link) throw deadLink('stopStockAlerts');
  await db.deleteFrom('stock_alert').where('email_key', '=', link.subject).execute();
};

/** Assigns the alerts and unsubscribe links of a proved email address to its account, so that `moveStockAlerts` finds them under the next address. */
export const claimStockAlerts = async (transaction: Database, { account, emailKey }: Person): Promise<void> => {
  if (!account || emailKey === undefined) return;
  const claim = { account_id: account.id };
  await transaction.updateTable('stock_alert').set(claim).where('email_key', '=', emailKey).execute();
  await transaction.updateTable('token').set(claim).where('purpose', '=', 'stopStockAlerts').where('subject', '=', emailKey).execute();
};

const ranks = { waiting: 0, unconfirmed: 1, mailed: 2 } as const;

/** Merges duplicate alerts of one email address: of two for the same variant keeps the one that waits, or else the earlier. */
const mergeOf = (
  ownAlerts: readonly Alert[],
  otherAlerts: readonly Alert[],
): { readonly keptAlert: Alert; readonly droppedAlert: Alert | undefined }[] =>
  ownAlerts.map((alert) => {
    const same = otherAlerts.find(isSameWanted(alert));
    if (!same) return { keptAlert: alert, droppedAlert: undefined };
    const isOwnFirst = (ranks[alert.state] - ranks[same.state] || alert.asked_at.localeCompare(same.asked_at)) <= 0;
    return isOwnFirst ? { keptAlert: alert, droppedAlert: same } : { keptAlert: same, droppedAlert: alert };
  });

/** Moves the alerts and unsubscribe links of an account to its new email address. An alert of that address for the same variant is merged. */
export const moveStockAlerts = async (transaction: Database, { id, email }: Pick<Account, 'id' | 'email'>): Promise<void> => {
  const key = emailKeyOf(email);
  const alerts = await transaction
    .selectFrom('stock_alert')
    .selectAll()
    .where(({ or, eb }) => or([eb('account_id', '=', id), eb('email_key', '=', key)]))
    .execute();
  const ownAlerts = alerts.filter(({ account_id }) => account_id === id);
  const otherAlerts = alerts.filter(({ account_id }) => account_id !== id);
  for (const { keptAlert, droppedAlert } of mergeOf(ownAlerts, otherAlerts)) {
    if (droppedAlert) await transaction.deleteFrom('stock_alert').where('id', '=', droppedAlert.id).execute();
    await transaction.updateTable('stock_alert').set({ email, email_key: key, account_id: id }).where('id', '=', keptAlert.id).execute();
  }
  await transaction
    .updateTable('token')
    .set({ subject: key })
    .where('purpose', '=', 'stopStockAlerts')
    .where('account_id', '=', id)
    .execute();
};

type Mailer = { readonly sender: Sender; readonly unsubscribeUrl: (token: string, productId: string) => string };

/** The alerts to be mailed now, of all alerts for a product in the order of asking. */
const alertsToMail = (product: OrderedProduct, alerts: readonly Alert[], now: Date): Alert[] => {
  const considering = alerts.filter(({ state, changed_at }) => state === 'mailed' && changed_at > after(now, -considerSeconds));
  const mailableAlerts: Alert[] = [];
  for (const alert of alerts) {
    if (alert.state !== 'waiting' || !isSold(product, alert)) continue;
    // Variants share the product's stock, so the product's limit counts, too.
    const hasRoom =
      considering.filter(isSameWanted(alert)).length < availableQuantity(product, variantOf(alert)) * alertsPerUnit &&
      considering.length < availableQuantity(product) * alertsPerUnit;
    if (!hasRoom) continue;
    considering.push(alert);
    mailableAlerts.push(alert);
  }
  return mailableAlerts;
};

const alertsFor = (db: Database, productIds: readonly string[]) =>
  db.selectFrom('stock_alert').selectAll().where('product_id', 'in', productIds).orderBy('asked_at').orderBy('id').execute();

const mailProduct = (db: Database, productId: string, { sender, unsubscribeUrl }: Mailer, now: Date): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    // Locks the product, so that no other process mails for the same units.
    await transaction
      .updateTable('product')
      .set((product) => ({ stock: product.ref('stock') }))
      .where('id', '=', productId)
      .execute();
    const product = (await readProducts(transaction, [productId])).get(productId);
    if (!product) return 0;
    const category = await categoryPage(transaction, product, sender.shopUrl);
    const mailableAlerts = alertsToMail(product, await alertsFor(transaction, [productId]), now);
    let mailCount = 0;
    for (const { id } of mailableAlerts) {
      // Read again under the lock: an alert may have been ended, or moved to another email address, since.
      const row = await transaction
        .updateTable('stock_alert')
        .set({ state: 'mailed', changed_at: now.toISOString() })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .returningAll()
        .executeTakeFirst();
      if (!row) continue;
      const token = await issueToken(transaction, 'stopStockAlerts', { subject: row.email_key }, now);
      const email = backInStockEmail(sender, {
        product: alertedProductOf(product, row),
        productLink: productUrl(sender.shopUrl, row),
        category,
        endLink: productUrl(sender.shopUrl, row, { unsubscribe: token }),
      });
      await queueEmail(transaction, row.email, email, now, { unsubscribeUrl: unsubscribeUrl(token, productId), priority: 'bulk' });
      mailCount += 1;
    }
    return mailCount;
  });

/** The ids of products with alerts and stock. */
const listWanted = async (db: Database, now: Date): Promise<string[]> => {
  const products = await db
    .selectFrom('stock_alert')
    .innerJoin('product', 'product.id', 'stock_alert.product_id')
    .select('product.id')
    .distinct()
    .where('stock_alert.state', '=', 'waiting')
    .where('product.withdrawn_at', 'is', null)
    .whereRef('product.stock', '>', 'product.sale_count')
    .where(isNotBackingOff('stockAlert', 'product.id', now))
    .execute();
  return products.map(({ id }) => id);
};

/** How many are to be mailed now, and when the first of them asked. */
export const readDueAlerts = async (db: Database, now: Date) => {
  const ids = await listWanted(db, now);
  if (ids.length === 0) return { count: 0, oldest: null };
  const alerts = await alertsFor(db, ids);
  const products = await readProducts(db, ids);
  const due = [...products].flatMap(([id, product]) =>
    alertsToMail(
      product,
      alerts.filter(({ product_id }) => product_id === id),
      now,
    ),
  );
  return { count: due.length, oldest: due.map(({ asked_at }) => asked_at).toSorted()[0] ?? null };
};

/**
 * Mails alerts whose product is in stock again, whatever raised its stock: each once, in the order of asking, `alertsPerUnit` per unit, and the next
 * ones two days later if units are left. Returns how many were mailed.
 */
export const mailStockAlerts = async (db: Database, mailer: Mailer, now: Date, run: JobRun = {}): Promise<number> => {
  const keys = await listWanted(db, now);
  let sent = 0;
  const mail = async (id: string): Promise<void> => {
    sent += await mailProduct(db, id, mailer, now);
  };
  await tryEach(db, { kind: 'stockAlert', keys, now }, mail, run);
  return sent;
};

/** A variant with alerts: how many, since when, and how many units are available; `isSold`: the variant is still offered. */
export type WaitingAlerts = {
  readonly productId: string;
  readonly name: string;
  readonly waiting: number;
  readonly since: string;
  readonly available: number;
  readonly isSold: boolean;
};

/** Who waits for what, the most wanted first; only these alerts with `ids`. */
export const listWaiting = async (db: Database, ids?: readonly string[]): Promise<WaitingAlerts[]> => {
  const rows = await db
    .selectFrom('stock_alert')
    .select(({ fn }) => ['product_id', 'type_id', 'color', 'size', fn.countAll().as('waiting'), fn.min('asked_at').as('since')])
    .where('state', '=', 'waiting')
    .$if(ids !== undefined, (query) =>
      query.where('product_id', 'in', (wanted) =>
        wanted
          .selectFrom('stock_alert as own')
          .select('own.product_id')
          .where('own.id', 'in', ids ?? []),
      ),
    )
    .groupBy(['product_id', 'type_id', 'color', 'size'])
    .execute();
  const products = await readProducts(
    db,
    rows.map(({ product_id }) => product_id),
  );
  return rows
    .map((row) => {
      const product = products.get(row.product_id);
      return {
        productId: row.product_id,
        name: product ? nameOf(product, row) : row.product_id,
        waiting: Number(row.waiting),
        since: row.since,
        available: product ? availableQuantity(product, variantOf(row)) : 0,
        isSold: product !== undefined && isSold(product, row),
      };
    })
    .toSorted((one, other) => other.waiting - one.waiting || one.since.localeCompare(other.since));
};

/**
 * Deletes subscriptions that were not confirmed in time, are older than a year, or were mailed a while ago. The links that end them are kept
 * while their email address has any subscription, so that each can be ended.
 */
export const purgeStockAlerts = async (db: Database, now: Date): Promise<void> => {
  for (const [state, seconds] of [
    ['unconfirmed', retentionSeconds.unconfirmedStockAlert],
    ['waiting', retentionSeconds.stockAlert],
    ['mailed', retentionSeconds.mailedStockAlert],
  ] as const)
    await db.deleteFrom('stock_alert').where('state', '=', state).where('changed_at', '<=', after(now, -seconds)).execute();
  await db
    .deleteFrom('token')
    .where('purpose', '=', 'stopStockAlerts')
    .where('expires_at', '<=', now.toISOString())
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('stock_alert').select('id').whereRef('stock_alert.email_key', '=', 'token.subject'))),
    )
    .execute();
};
