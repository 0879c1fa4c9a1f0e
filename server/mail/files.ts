import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { type MailFrom, type MailTransport, messageOf } from '#server/mail/transport.ts';

/** 8bit instead of quoted-printable, so that links can be copied from the file in an editor without "=3D" and soft line breaks. */
const rawPart = (type: string, content: string) => ({
  raw: `Content-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${content}`,
});

/** For a shop without a mail server: writes each mail to `<id>.eml` in `folder` and reports the file through `log`. */
export const fileTransport = (folder: string, readSender: () => Promise<MailFrom>, log: (line: string) => void): MailTransport => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return async (mail) => {
    const { message } = await transport.sendMail({
      ...messageOf(mail, await readSender()),
      alternatives: [rawPart('text/plain', mail.text), rawPart('text/html', mail.html)],
    });
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, `${mail.id}.eml`);
    // Written under another name first: a program that watches the folder never reads half a mail.
    const part = `${file}.${randomUUID()}.part`;
    await writeFile(part, message);
    await rename(part, file);
    log(`Mail to ${mail.to}, "${mail.subject}": ${file}`);
  };
};

/** Deletes files that were written before this time (ISO text). */
export const purgeMailFiles = async (folder: string, before: string): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtime.toISOString() < before) await rm(file, { force: true });
  }
};
