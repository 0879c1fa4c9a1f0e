import { createTransport } from 'nodemailer';
import { type MailFrom, type MailTransport, messageOf, PermanentRefusal } from '#server/mail/transport.ts';

/** A mail server; with `requireTls` no mail and no password is sent over a connection that is not encrypted. */
export type SmtpSettings = { readonly url: string; readonly requireTls: boolean };

/** In milliseconds; their sum is far below the lease of a claimed mail. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** One connection is kept for the mails that follow; a mail whose connection ends is sent once more on a new one. */
const pool = { pool: true, maxConnections: 1, maxRequeues: 1 } as const;

/** The commands of one mail; a reply to another one, e.g. AUTH, concerns every mail, and may be mended meanwhile. */
const commandsOfOneMail: readonly unknown[] = ['MAIL FROM', 'RCPT TO', 'DATA'];

/** About the shop's own settings (RFC 5321, 4954, 7504): the order of commands, sign-in, encryption, or a server that takes no mail at all. */
const settingsReplies: readonly number[] = [500, 501, 502, 503, 504, 521, 523, 530, 534, 535, 538];

/** To MAIL FROM these refuse `MAIL_FROM`, and so every mail until it is mended. */
const senderReplies: readonly number[] = [550, 553];

/** A 5xx reply to this mail: its recipient, its size or its content. */
const isPermanentRefusal = (error: unknown): boolean => {
  if (!(error instanceof Error && 'command' in error && 'responseCode' in error)) return false;
  const { command, responseCode: code } = error;
  if (typeof code !== 'number' || code < 500 || !commandsOfOneMail.includes(command)) return false;
  return !settingsReplies.includes(code) && !(command === 'MAIL FROM' && senderReplies.includes(code));
};

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
