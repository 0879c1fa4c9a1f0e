import { storedParts } from '#server/mail/email.ts';
import { emailHtml, type MailShop } from '#server/mail/email-html.ts';

/** The shop in mail of tests, without pictures. */
export const mailShop: MailShop = { shopName: 'Flone', findPictures: async () => () => undefined };

/** The HTML form of a mail in the outbox, as it is sent. */
export const htmlOf = ({ subject, parts }: { readonly subject: string; readonly parts: string }): Promise<string> =>
  emailHtml({ subject, parts: storedParts.parse(JSON.parse(parts)) }, mailShop);
