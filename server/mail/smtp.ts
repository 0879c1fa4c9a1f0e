import { createTransport } from 'nodemailer';
import { problemLine } from '#server/db/retry.ts';
import { type Mail, type MailFrom, type MailTransport, messageOf, PermanentRefusal } from '#server/mail/transport.ts';

/** A mail server; with `requireTls` no mail and no password is sent over a connection that is not encrypted. */
export type SmtpSettings = { readonly url: string; readonly requireTls: boolean };

/** In milliseconds; their sum is far below the lease of a claimed mail. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** One connection is kept for the mails that follow; a mail whose connection ends is sent once more on a new one. */
const pool = { pool: true, maxConnections: 1, maxRequeues: 1 } as const;

/** Commands about one mail. A refusal of another command, e.g. AUTH, concerns every mail, and may be fixed later. */
const commandsOfOneMail: readonly unknown[] = ['MAIL FROM', 'RCPT TO', 'DATA'];

/** Replies about the shop's settings (RFC 5321, 4954, 7504): order of commands, sign-in, encryption, or a server that takes no mail at all. */
const settingsReplies: readonly number[] = [500, 501, 502, 503, 504, 521, 523, 530, 534, 535, 538];

/** Replies to MAIL FROM that refuse the sender `MAIL_FROM`, and so every mail until the setting is fixed. */
const senderReplies: readonly number[] = [550, 553];

/** Enhanced status codes (RFC 3463) that another try will not change: of the recipient's address or mailbox (but a full one), size and form of the mail. */
const lastingStatus = /^5\.(1\.(?![78]\b)|2\.(?!2\b)|3\.4\b|6\.)/;

/** A sender's quota that is used up is refused with nearly any code: Google's 5.4.5, Microsoft's 5.2.0, cPanel's 550 without one. */
const quotaWords = /quota|limit|exceed|too many|too fast|\brate\b/i;

/** A 5xx reply to this mail that another try would get as well. The rest, e.g. a policy or a quota, may be over within three days. */
const isPermanentRefusal = (error: unknown): boolean => {
  if (!(error instanceof Error && 'command' in error && 'responseCode' in error)) return false;
  const { command, responseCode: code } = error;
  if (typeof code !== 'number' || code < 500 || !commandsOfOneMail.includes(command)) return false;
  if (settingsReplies.includes(code) || (command === 'MAIL FROM' && senderReplies.includes(code))) return false;
  const reply = 'response' in error ? String(error.response) : '';
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(reply)?.[1];
  if (status?.startsWith('5.1.') !== true && quotaWords.test(reply)) return false;
  return status === undefined || lastingStatus.test(status);
};

const whatToDo = (host: string, error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const reason = problemLine(error instanceof Error ? error.message : String(error));
  if (code === 'EAUTH' || code === 'ENOAUTH')
    return `The mail server ${host} does not accept the user and the password in SMTP_URL (${reason}). Correct them and restart.`;
  if (code === 'ETLS')
    return `The mail server ${host} offers no encrypted connection that can be trusted (${reason}). Correct the host and port in SMTP_URL, and restart.`;
  return `The mail server ${host} cannot be reached (${reason}). Check the host and port in SMTP_URL, and whether a firewall lets them through.`;
};

/** Sends by a mail server. */
export const smtpTransport = ({ url, requireTls }: SmtpSettings, readSender: () => Promise<MailFrom>): MailTransport => {
  const transport = createTransport({ url, ...pool, ...timeouts, requireTLS: requireTls });
  const send = async (mail: Mail): Promise<void> => {
    try {
      await transport.sendMail({ ...messageOf(mail, await readSender()), text: mail.text, html: mail.html });
    } catch (error) {
      if (isPermanentRefusal(error) && error instanceof Error) throw new PermanentRefusal(error.message, { cause: error });
      throw error;
    }
  };
  const findProblem = (): Promise<string | undefined> =>
    transport.verify().then(
      () => undefined,
      (error: unknown) => `${whatToDo(new URL(url).host, error)} Until then no mail is sent; it waits for up to three days.`,
    );
  return Object.assign(send, { findProblem, close: () => transport.close() });
};
