import { createTransport } from 'nodemailer';
import { type MailFrom, type MailTransport, messageOf } from '#server/mail/transport.ts';

/** In milliseconds; their sum is far below the lease of a claimed mail. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Sends by the mail server at `smtpUrl`. */
export const smtpTransport = (smtpUrl: string, from: MailFrom): MailTransport => {
  const transport = createTransport({ url: smtpUrl, ...timeouts });
  return async (mail) => {
    await transport.sendMail({ ...messageOf(mail, from), text: mail.text, html: mail.html });
  };
};
