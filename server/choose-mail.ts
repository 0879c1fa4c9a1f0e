import { mailFolder, StartFailure } from '#server/data-folder.ts';
import type { Env } from '#server/env.ts';
import { fileTransport } from '#server/mail/files.ts';
import { smtpTransport } from '#server/mail/smtp.ts';
import type { MailTransport } from '#server/mail/transport.ts';

/** The transport, and a sentence about it for the console. */
type ChosenMail = { readonly transport: MailTransport; readonly sentence: string };

/** Throws `StartFailure` for a public shop without a mail server: nobody would get a confirmation, and codes would be written to files. */
export const chooseMail = ({ mail, mailFrom, dataDir }: Env): ChosenMail => {
  if (mail === undefined)
    throw new StartFailure('Nobody sends the mail: set SMTP_URL, or MAIL=files for a shop whose mail is only written to files.');
  if (mail.transport === 'smtp') {
    const { host } = new URL(mail.url);
    const encryption = mail.requireTls ? '' : ', encrypted only if that server offers it';
    return { transport: smtpTransport(mail, mailFrom), sentence: `Mail is sent through ${host}${encryption}` };
  }
  const folder = mailFolder(dataDir);
  return {
    transport: fileTransport(folder, mailFrom, (line) => console.log(line)),
    sentence: `Mail is written to files in ${folder}, and reaches nobody`,
  };
};
