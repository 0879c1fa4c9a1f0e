/** A mail to send; replies go to `replyTo`, or to the sender when that is empty. */
export type Mail = {
  readonly id: string;
  readonly to: string;
  readonly replyTo: string;
  /** URL that accepts a POST to unsubscribe (RFC 8058); '' for mail that nobody subscribes to. */
  readonly unsubscribeUrl: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/**
 * Delivers one mail, or throws the reason: `PermanentRefusal` if another try would fail as well. `findProblem` signs in without sending, and returns
 * a sentence with what to do if no mail can be sent. `close` ends connections that are kept open.
 */
export type MailTransport = ((mail: Mail) => Promise<void>) & {
  readonly findProblem?: () => Promise<string | undefined>;
  readonly close?: () => void;
};

/** The mail server does not take this mail, e.g. because the mailbox does not exist or it is too large. */
export class PermanentRefusal extends Error {}

/** The sender: a name, and the address that replies go to. */
export type MailFrom = { readonly name: string; readonly address: string };

/** The headers of a mail, as nodemailer takes them. */
export const messageOf = (mail: Mail, from: MailFrom) => ({
  from,
  to: { name: '', address: mail.to },
  ...(mail.replyTo !== '' && { replyTo: { name: '', address: mail.replyTo } }),
  subject: mail.subject,
  // The same id on every retry, so that a mailbox can drop a duplicate.
  messageId: `<${mail.id}@${from.address.split('@')[1] ?? 'localhost'}>`,
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(mail.unsubscribeUrl !== '' && {
      'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
});
