import type { Logger } from 'pino';
import type { Database } from '#server/db/schema.ts';
import { claimMail, markFailed, markSent } from '#server/mail/outbox.ts';
import type { MailTransport } from '#server/mail/transport.ts';

type SendServices = {
  readonly db: Database;
  readonly transport: MailTransport;
  readonly clock: () => Date;
  readonly log: Logger;
  readonly signal?: AbortSignal;
};

/** Sends due mails one by one until none is left, one fails or the signal is aborted; gives how many were sent. */
export const sendDueMails = async ({ db, transport, clock, log, signal }: SendServices): Promise<number> => {
  let sent = 0;
  for (;;) {
    if (signal?.aborted) return sent;
    const mail = await claimMail(db, clock());
    if (!mail) return sent;
    try {
      await transport(mail);
    } catch (error) {
      log.warn({ err: error, mail: mail.id, tries: mail.tries }, 'mail could not be sent and will be retried');
      await markFailed(db, mail, error instanceof Error ? error.message : String(error), clock());
      return sent;
    }
    await markSent(db, mail.id, clock());
    sent += 1;
  }
};
