import type { Logger } from 'pino';
import type { Database } from '#server/db/schema.ts';
import { storedParts } from '#server/mail/email.ts';
import { emailHtml, type MailShop } from '#server/mail/email-html.ts';
import { claimMail, markFailed, markSent } from '#server/mail/outbox.ts';
import { type MailTransport, PermanentRefusal } from '#server/mail/transport.ts';

type SendServices = {
  readonly db: Database;
  readonly transport: MailTransport;
  readonly shop: MailShop;
  /** The database's clock in a job, because a lease may be compared on another machine. */
  readonly clock: () => Date | Promise<Date>;
  readonly log: Logger;
  readonly signal?: AbortSignal;
};

/**
 * Sends due mails one by one until none is left, one has to be retried or the signal is aborted; returns how many were sent. A mail that is
 * refused for good holds up no other.
 */
export const sendDueMails = async ({ db, transport, shop, clock, log, signal }: SendServices): Promise<number> => {
  let sent = 0;
  for (;;) {
    if (signal?.aborted) return sent;
    const mail = await claimMail(db, await clock());
    if (!mail) return sent;
    try {
      const html = await emailHtml({ subject: mail.subject, parts: storedParts.parse(JSON.parse(mail.parts)) }, shop);
      await transport({ ...mail, html });
    } catch (error) {
      const isPermanent = error instanceof PermanentRefusal;
      const problem = error instanceof Error ? error.message : String(error);
      const isGivenUp = await markFailed(db, mail, { problem, isPermanent }, await clock());
      const outcome = isGivenUp ? 'given up' : 'will be retried';
      log.warn({ err: error, mail: mail.id, tries: mail.tries }, `mail could not be sent and ${outcome}`);
      if (isPermanent) continue;
      return sent;
    }
    await markSent(db, mail.id, await clock());
    sent += 1;
  }
};
