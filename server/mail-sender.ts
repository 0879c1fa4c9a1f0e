import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Database } from '#server/db/schema.ts';
import { claimMail, type Mail, noteProblem, noteSent } from '#server/domain/mail.ts';

/** Hands a mail on for good, or throws. */
export type Post = (mail: Mail) => Promise<void>;

/** Who sends: a name and the address that answers go to. */
type From = { readonly name: string; readonly address: string };

/** All of it well within the time for which a claimed mail is ours. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

const messageOf = (mail: Mail, from: From) => ({
  from,
  to: { name: '', address: mail.to },
  ...(mail.replyTo !== '' && { replyTo: { name: '', address: mail.replyTo } }),
  subject: mail.subject,
  // The same for every try: a mailbox that got it twice after all can tell.
  messageId: `<${mail.id}@${from.address.split('@')[1] ?? 'localhost'}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** Sends by the mail server at `smtpUrl`. */
export const postBySmtp = (smtpUrl: string, from: From): Post => {
  const transport = createTransport({ url: smtpUrl, ...patience });
  return async (mail) => {
    await transport.sendMail({ ...messageOf(mail, from), text: mail.text, html: mail.html });
  };
};

/** As it is, where a mail on its way has "=3D" and broken lines: whoever opens the file in an editor copies a link that works. */
const asItIs = (type: string, content: string) => ({
  raw: `Content-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${content}`,
});

/** Without a mail server: one file for each mail, which any mail program opens, and a line that says where. */
export const postToFolder = (folder: string, from: From, say: (line: string) => void): Post => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return async (mail) => {
    const { message } = await transport.sendMail({
      ...messageOf(mail, from),
      alternatives: [asItIs('text/plain', mail.text), asItIs('text/html', mail.html)],
    });
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, `${mail.id}.eml`);
    // Whoever watches the folder never sees half a mail.
    const part = `${file}.${randomUUID()}.part`;
    await writeFile(part, message);
    await rename(part, file);
    say(`Mail to ${mail.to}, "${mail.subject}": ${file}`);
  };
};

type Desk = { readonly db: Database; readonly post: Post; readonly clock: () => Date; readonly log: Logger };

/** Sends what is due, one after the other, until there is no more or the mail server refuses; answers how many went out. */
export const sendDue = async ({ db, post, clock, log }: Desk): Promise<number> => {
  let sent = 0;
  for (;;) {
    const mail = await claimMail(db, clock());
    if (!mail) return sent;
    try {
      await post(mail);
    } catch (error) {
      log.warn({ err: error, mail: mail.id, tries: mail.tries }, 'a mail could not be sent and waits');
      await noteProblem(db, mail, error instanceof Error ? error.message : String(error), clock());
      return sent;
    }
    await noteSent(db, mail.id, clock());
    sent += 1;
  }
};
