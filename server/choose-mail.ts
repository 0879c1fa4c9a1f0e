import { mailFolder } from '#server/data-folder.ts';
import type { ReadShop } from '#server/domain/shop/read-shop.ts';
import type { Env } from '#server/env.ts';
import { fileTransport } from '#server/mail/files.ts';
import { smtpTransport } from '#server/mail/smtp.ts';
import type { MailTransport } from '#server/mail/transport.ts';

/** The transport, and a sentence about it for the console. */
type ChosenMail = { readonly transport: MailTransport; readonly sentence: string };

export const chooseMail = ({ mail, dataDir }: Env, readShop: ReadShop): ChosenMail => {
  const readSender = async () => (await readShop()).mailFrom;
  if (mail.transport === 'smtp') {
    const { host } = new URL(mail.url);
    const encryption = mail.requireTls ? '' : ', encrypted only if that server offers it';
    return { transport: smtpTransport(mail, readSender), sentence: `Mail is sent through ${host}${encryption}` };
  }
  const folder = mailFolder(dataDir);
  return {
    transport: fileTransport(folder, readSender, (line) => console.log(line)),
    sentence: `Mail is written to files in ${folder}, and reaches nobody`,
  };
};
