import { createTransport } from 'nodemailer';
import { type MailFrom, type MailTransport, messageOf, PermanentRefusal } from '#server/mail/transport.ts';

/** A mail server; with `requireTls` no mail and no password is sent over a connection that is not encrypted. */
export type SmtpSettings = { readonly url: string; readonly requireTls: boolean };

/** In milliseconds; their sum is far below the lease of a claimed mail. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** One connection is kept for the mails that follow; a mail whose connection ends is sent once more on a new one. */
const pool = { pool: true, maxConnections: 1, maxRequeues: 1 } as const;

/** A 5xx reply to the recipient (RFC 5321). To another command, e.g. AUTH, it concerns every mail, and may be mended meanwhile. */
const isPermanentRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  'command' in error &&
  error.command === 'RCPT TO' &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500;

/** Sends by a mail server. */
export const smtpTransport = ({ url, requireTls }: SmtpSettings, from: MailFrom): MailTransport => {
  const transport = createTransport({ url, ...pool, ...timeouts, requireTLS: requireTls });
  return async (mail) => {
    try {
      await transport.sendMail({ ...messageOf(mail, from), text: mail.text, html: mail.html });
    } catch (error) {
      if (isPermanentRefusal(error) && error instanceof Error) throw new PermanentRefusal(error.message, { cause: error });
      throw error;
    }
  };
};
