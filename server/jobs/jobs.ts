import type { Logger } from 'pino';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { after, day, hour, minute } from '#server/db/columns.ts';
import { leaseSeconds, retrySeconds } from '#server/db/retry.ts';
import type { Database, JobKind } from '#server/db/schema.ts';
import { findMailPictures } from '#server/domain/catalogue/mail-pictures.ts';
import type { PictureStore } from '#server/domain/catalogue/pictures.ts';
import { type JobRun, triesUntilDead, trySteps } from '#server/domain/failed-jobs.ts';
import { readDueSearch, searchPayments } from '#server/domain/money/payment-search.ts';
import { checkSeconds, readDueChecks, reconcilePayments } from '#server/domain/money/payments.ts';
import { applyEarlyMoney, readDueEarlyMoney } from '#server/domain/money/record-money.ts';
import type { RefundImageStore } from '#server/domain/money/refund-requests.ts';
import { sendDueRefunds } from '#server/domain/money/send-refunds.ts';
import { updateDueOrders } from '#server/domain/orders/due-orders.ts';
import { purgeExpired } from '#server/domain/purge-expired.ts';
import { retentionSeconds } from '#server/domain/retention.ts';
import { sendReviewInvites } from '#server/domain/reviews/review-invites.ts';
import { mailSellerNotices, type NoticeSettings, readDueNotices, stuckRefundSeconds } from '#server/domain/seller/seller-notices.ts';
import { type QueueState, readDueInvites, readExpired, readOutbox, readOverdueOrders } from '#server/domain/seller/shop-state.ts';
import type { ReadShop } from '#server/domain/shop/read-shop.ts';
import { mailStockAlerts, readDueAlerts } from '#server/domain/stock-alerts/stock-alerts.ts';
import { purgeMailFiles } from '#server/mail/files.ts';
import { giveUpSeconds } from '#server/mail/outbox.ts';
import { sendDueMails } from '#server/mail/send-due-mails.ts';
import type { MailTransport } from '#server/mail/transport.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { testPayments } from '#server/payments/test.ts';
import { purgeUploads } from '#server/storage/catalogue-pictures.ts';

export type JobServices = {
  readonly db: Database;
  readonly log: Logger;
  /** The database's clock, because leases are compared by several machines. */
  readonly clock: () => Promise<Date>;
  readonly payments: PaymentProvider;
  readonly refundImages: RefundImageStore;
  readonly sellerPictures: PictureStore;
  readonly transport: MailTransport;
  /** Folder of mails that were written as files. */
  readonly mailFolder: string;
  readonly notices: Omit<NoticeSettings, 'sellerEmail'>;
  readonly readShop: ReadShop;
  readonly shopUrl: () => string;
  readonly publicUrl: string | undefined;
};

type Observer = { readonly now: Date; readonly provider: PaymentProvider['name']; readonly noticeSchedule: NoticeSettings['schedule'] };

/** One kind of work of a job: the texts are a row of the table in `server/guides/jobs.md`. */
type Work = {
  /** The label of metrics, and what `shop jobs list` calls it. */
  readonly kind: 'mail' | 'refund' | JobKind;
  readonly foundBy: string;
  /** How long a process may hold an entry before another one may take it over. */
  readonly lease: string;
  readonly retries: string;
  /** When the seller is told. */
  readonly notifiesSeller: string;
  /** Metrics `shop_jobs_waiting` and `shop_jobs_oldest_seconds`. */
  readonly readWaiting: (db: Database, observer: Observer) => Promise<QueueState>;
};

export type Job = {
  readonly name: string;
  /** Between the end of a round and the next. */
  readonly pauseSeconds: number;
  readonly work: readonly Work[];
  /** One round; `now` is its begin, `run` has the signal that ends it after the entry in progress. */
  readonly round: (services: JobServices, now: Date, run: JobRun & { readonly signal: AbortSignal }) => Promise<unknown>;
};

/** The API's own origin. */
const apiUrl = ({ publicUrl, shopUrl }: Pick<JobServices, 'publicUrl' | 'shopUrl'>): string => publicUrl ?? shopUrl();

/** A URL at the API for List-Unsubscribe; the product is for browsers that open the URL. */
const oneClickUrl =
  (services: Pick<JobServices, 'publicUrl' | 'shopUrl'>, { path }: { readonly path: string }) =>
  (token: string, productId: string): string =>
    `${apiUrl(services)}${endpointPath(path, { token })}?product=${encodeURIComponent(productId)}`;

/** A duration as a cell of the table. */
const inWords = (seconds: number): string => {
  if (seconds < minute) return `${seconds} s`;
  if (seconds < hour) return `${seconds / minute} min`;
  return seconds <= day ? `${seconds / hour} h` : `${seconds / day} days`;
};
/** How long pictures are kept that were uploaded at the desk for a product which was never saved. */
const unusedPictureSeconds = day;

const itsTransaction = 'its transaction';
const retries = `${inWords(retrySeconds.first)} to ${inWords(retrySeconds.longest)} later`;
/** Of kinds whose failures are kept in `failed_job`. */
export const backOff = { retries, notifiesSeller: `after ${triesUntilDead} tries` } as const;

/** Every job of the shop. Each may run in several processes at once. */
export const jobs: readonly Job[] = [
  {
    name: 'send mail',
    pauseSeconds: 1,
    work: [
      {
        kind: 'mail',
        foundBy: 'a row of `mail` that is due, by priority',
        lease: inWords(leaseSeconds),
        retries,
        notifiesSeller: `when it is given up: after ${inWords(giveUpSeconds)}, or if refused for good`,
        readWaiting: (db) => readOutbox(db, 'mail'),
      },
    ],
    round: async ({ db, transport, clock, log, ...shop }, _now, { signal }) => {
      const findPictures = findMailPictures(db, apiUrl(shop));
      const { details } = await shop.readShop();
      return sendDueMails({ db, transport, shop: { shopName: details.name, findPictures }, clock, log, signal });
    },
  },
  {
    name: 'send refunds',
    pauseSeconds: 2,
    work: [
      {
        kind: 'refund',
        foundBy: 'a row of `money` that is wanted or sent',
        lease: `${inWords(leaseSeconds)}, and the provider's idempotency key`,
        retries,
        notifiesSeller: `after ${inWords(stuckRefundSeconds)}`,
        readWaiting: (db) => readOutbox(db, 'money'),
      },
    ],
    round: async ({ db, payments, clock, log, readShop, notices: { deskUrl } }, _now, { signal }) => {
      const { sellerEmail } = await readShop();
      const onProblem = (error: unknown): void => log.warn({ err: error }, 'refund failed and will be retried');
      const sending = { clock, sellerEmail, deskUrl, onProblem, signal };
      // Of orders from before the shop took money, which the test page gives back.
      if (payments.name !== testPayments.name) await sendDueRefunds(db, testPayments, sending);
      await sendDueRefunds(db, payments, sending);
    },
  },
  {
    name: 'update due orders',
    pauseSeconds: 5,
    work: [
      {
        kind: 'expiry',
        foundBy: 'an unpaid order past `pay_by`, or whose payment page was never opened',
        lease: itsTransaction,
        ...backOff,
        readWaiting: (db, { now }) => readOverdueOrders(db, now),
      },
    ],
    round: ({ db, payments }, now, run) => updateDueOrders(db, payments, now, undefined, run),
  },
  {
    name: 'reconcile payments',
    pauseSeconds: 5,
    work: [
      {
        kind: 'payment',
        foundBy: 'an open or processing payment: asks the provider, or closes its page',
        lease: `${inWords(checkSeconds.all)}; ${inWords(checkSeconds.oneOrder)} while the order is looked at; ${inWords(checkSeconds.late)} after a week`,
        retries: `${inWords(checkSeconds.all)} to ${inWords(retrySeconds.longest)} later`,
        notifiesSeller: backOff.notifiesSeller,
        readWaiting: (db, { provider, now }) => readDueChecks(db, provider, now),
      },
      {
        kind: 'earlyMoney',
        foundBy: 'a row of `money` whose payment was recorded after it',
        lease: itsTransaction,
        ...backOff,
        readWaiting: (db, { now }) => readDueEarlyMoney(db, now),
      },
    ],
    round: async ({ db, payments, readShop, notices: { deskUrl } }, now, run) => {
      const { sellerEmail } = await readShop();
      await reconcilePayments(db, payments, now, undefined, run);
      await applyEarlyMoney(db, { now, sellerEmail, deskUrl }, run);
    },
  },
  {
    name: 'search payments',
    pauseSeconds: 5,
    work: [
      {
        kind: 'paymentSearch',
        foundBy: 'once an hour, what the provider has told since `last_run`',
        lease: 'none',
        ...backOff,
        readWaiting: (db, { provider, now }) => readDueSearch(db, provider, now),
      },
    ],
    round: async ({ db, payments, log, readShop, notices: { deskUrl } }, now, run) =>
      searchPayments(
        db,
        payments,
        { now, sellerEmail: (await readShop()).sellerEmail, deskUrl },
        {
          ...run,
          onFound: ({ eventId }) =>
            log.error(
              { payment: eventId },
              'the payment of an order that is not in this database is kept, and told to the seller: if a backup was restored, run shop restored',
            ),
        },
      ),
  },
  {
    name: 'mail seller notices',
    pauseSeconds: 5,
    work: [
      {
        kind: 'sellerNotices',
        foundBy: 'rows of `seller_notice` that are not mailed',
        lease: itsTransaction,
        retries: backOff.retries,
        notifiesSeller: 'by `alerts.yml` only',
        readWaiting: (db, { noticeSchedule, now }) => readDueNotices(db, noticeSchedule, now),
      },
    ],
    round: async ({ db, readShop, notices }, now, run) => {
      const { sellerEmail } = await readShop();
      return trySteps(
        db,
        { kind: 'sellerNotices', steps: { '': () => mailSellerNotices(db, { ...notices, sellerEmail }, now) }, now },
        run,
      );
    },
  },
  {
    name: 'ask for reviews',
    pauseSeconds: 60,
    work: [
      {
        kind: 'reviewInvite',
        foundBy: 'a row of `review_invite` that is due',
        lease: itsTransaction,
        ...backOff,
        readWaiting: (db, { now }) => readDueInvites(db, now),
      },
    ],
    round: ({ db, ...shop }, now, run) => sendReviewInvites(db, oneClickUrl(shop, endpoints.endReviewMails), now, run),
  },
  {
    name: 'mail stock alerts',
    pauseSeconds: 15,
    work: [
      {
        kind: 'stockAlert',
        foundBy: 'a product with stock for which somebody waits',
        lease: itsTransaction,
        ...backOff,
        readWaiting: (db, { now }) => readDueAlerts(db, now),
      },
    ],
    round: async ({ db, ...shop }, now, run) => {
      const sender = { shopName: (await shop.readShop()).details.name, shopUrl: shop.shopUrl() };
      return mailStockAlerts(db, { sender, unsubscribeUrl: oneClickUrl(shop, endpoints.endStockAlerts) }, now, run);
    },
  },
  {
    name: 'purge expired data',
    pauseSeconds: hour,
    work: [
      {
        kind: 'retention',
        foundBy: 'rows and files past their time (`server/domain/retention.ts`)',
        lease: 'none',
        retries: 'in the next round',
        notifiesSeller: `after ${triesUntilDead} rounds`,
        // Measured by rows that expire all the time; a failing step counts as a failed job.
        readWaiting: (db, { now }) => readExpired(db, now),
      },
    ],
    round: ({ db, refundImages, sellerPictures, mailFolder }, now, run) => {
      const files = {
        'mail files': () => purgeMailFiles(mailFolder, after(now, -retentionSeconds.mail)),
        'unused pictures': () => purgeUploads(db, sellerPictures, after(now, -unusedPictureSeconds)),
      };
      return purgeExpired(db, now, refundImages, files, run);
    },
  },
];

/** What each kind of work has yet to do, and the age of the oldest of it in seconds. */
export const readWaiting = async (db: Database, observer: Observer) => {
  const queues: { readonly kind: Work['kind']; readonly count: number; readonly ageSeconds: number }[] = [];
  for (const { kind, readWaiting: waiting } of jobs.flatMap(({ work }) => work)) {
    const { count, oldest } = await waiting(db, observer);
    const ageSeconds = oldest === null ? 0 : Math.max(0, (observer.now.getTime() - Date.parse(oldest)) / 1000);
    queues.push({ kind, count: Number(count), ageSeconds });
  }
  return queues;
};
