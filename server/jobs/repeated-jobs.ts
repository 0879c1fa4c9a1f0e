import type { Logger } from 'pino';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { after } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import { updateDueOrders } from '#server/domain/due-orders.ts';
import { type JobRun, trySteps } from '#server/domain/failed-jobs.ts';
import { applyEarlyMoney } from '#server/domain/money/record-money.ts';
import { sendDueRefunds } from '#server/domain/money/send-refunds.ts';
import { searchPayments } from '#server/domain/payment-search.ts';
import { reconcilePayments } from '#server/domain/payments.ts';
import { purgeExpired } from '#server/domain/purge-expired.ts';
import type { RefundImageStore } from '#server/domain/refund-requests.ts';
import { retentionSeconds } from '#server/domain/retention.ts';
import { sendReviewInvites } from '#server/domain/review-invites.ts';
import { mailSellerNotices, type NoticeSettings } from '#server/domain/seller-notices.ts';
import { mailStockAlerts } from '#server/domain/stock-alerts.ts';
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts';
import { purgeMailFiles } from '#server/mail/files.ts';
import { sendDueMails } from '#server/mail/send-due-mails.ts';
import type { MailTransport } from '#server/mail/transport.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';

type JobServices = {
  readonly db: Database;
  readonly log: Logger;
  readonly clock: () => Date;
  readonly payments: PaymentProvider;
  readonly refundImages: RefundImageStore;
  readonly transport: MailTransport;
  /** Folder of mails that were written as files. */
  readonly mailFolder: string;
  readonly notices: NoticeSettings;
  readonly shopName: string;
  readonly shopUrl: () => string;
  readonly publicUrl: string | undefined;
};

type Job = { readonly name: string; readonly pauseMs: number; readonly work: (signal: AbortSignal) => Promise<unknown> };

/** An address on the API's own origin, for List-Unsubscribe; the product is for browsers that open it. */
const oneClickUrl =
  ({ publicUrl, shopUrl }: Pick<JobServices, 'publicUrl' | 'shopUrl'>, { path }: { readonly path: string }) =>
  (token: string, productId: string): string =>
    `${publicUrl ?? shopUrl()}${endpointPath(path, { token })}?product=${encodeURIComponent(productId)}`;

const listJobs = ({ db, log, clock, payments, refundImages, transport, mailFolder, notices, ...shop }: JobServices): Job[] => {
  const runOf = (signal: AbortSignal): JobRun => ({
    signal,
    // Without the key: order ids are not logged.
    onError: (error, { kind, tries, state }) => {
      const outcome = state === 'dead' ? 'is told to the seller, and tried once an hour' : 'will be retried';
      log.error({ err: error, job: kind, tries }, `job failed and ${outcome}`);
    },
  });
  const purgeMail = (): Promise<void> => purgeMailFiles(mailFolder, after(clock(), -retentionSeconds.mail));
  return [
    { name: 'send mail', pauseMs: 1000, work: (signal) => sendDueMails({ db, transport, clock, log, signal }) },
    {
      name: 'send refunds',
      pauseMs: 2000,
      work: (signal) => {
        const onProblem = (error: unknown): void => log.warn({ err: error }, 'refund failed and will be retried');
        return sendDueRefunds(db, payments, { clock, sellerAddress: notices.sellerAddress, onProblem, signal });
      },
    },
    {
      name: 'update due orders',
      pauseMs: 5000,
      work: (signal) => updateDueOrders(db, payments, clock(), undefined, runOf(signal)),
    },
    {
      name: 'reconcile payments',
      pauseMs: 5000,
      work: async (signal) => {
        await reconcilePayments(db, payments, clock(), undefined, runOf(signal));
        await applyEarlyMoney(db, { now: clock(), sellerAddress: notices.sellerAddress }, runOf(signal));
      },
    },
    {
      name: 'search payments',
      pauseMs: 5000,
      work: (signal) =>
        searchPayments(
          db,
          payments,
          { now: clock(), sellerAddress: notices.sellerAddress },
          {
            ...runOf(signal),
            onFound: (found) =>
              log.error(
                { payments: found.map(({ eventId }) => eventId) },
                'payments of orders that are not in this database are kept, and told to the seller: if a backup was restored, run shop restored',
              ),
          },
        ),
    },
    {
      name: 'mail seller notices',
      pauseMs: 5000,
      work: (signal) => {
        const now = clock();
        return trySteps(db, { kind: 'sellerNotices', steps: { '': () => mailSellerNotices(db, notices, now) }, now }, runOf(signal));
      },
    },
    {
      name: 'ask for reviews',
      pauseMs: 60_000,
      work: (signal) => sendReviewInvites(db, oneClickUrl(shop, endpoints.endReviewMails), clock(), runOf(signal)),
    },
    {
      name: 'mail stock alerts',
      pauseMs: 15_000,
      work: (signal) => {
        const sender = { shopName: shop.shopName, shopUrl: shop.shopUrl() };
        const mailer = { sender, unsubscribeUrl: oneClickUrl(shop, endpoints.endStockAlerts) };
        return mailStockAlerts(db, mailer, clock(), runOf(signal));
      },
    },
    {
      name: 'purge expired data',
      pauseMs: 60 * 60 * 1000,
      work: (signal) => purgeExpired(db, clock(), refundImages, { 'mail files': purgeMail }, runOf(signal)),
    },
  ];
};

/** Starts every job of the process; each may run in several processes at once. `stop` waits for those in progress. */
export const startRepeatedJobs = (services: JobServices): RepeatedJob => {
  const jobs = listJobs(services).map(({ name, pauseMs, work }) =>
    repeat(work, pauseMs, (error) => services.log.error({ err: error, job: name }, 'job failed')),
  );
  return {
    stop: async () => {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
};
