import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Command } from 'commander';
import * as z from 'zod';
import { checkDatabase } from '#server/backup.ts';
import { chooseMail } from '#server/choose-mail.ts';
import { choosePayments, takesMoney, webhookUrlOf } from '#server/choose-payments.ts';
import { addCommand, type CommandContext, type JsonOption, ProblemsFound } from '#server/commands/command-context.ts';
import { databaseFile, StartFailure } from '#server/data-folder.ts';
import { formatCount, hour, minute } from '#server/db/columns.ts';
import type { Store } from '#server/db/open-database.ts';
import { problemLine } from '#server/db/retry.ts';
import type { Database } from '#server/db/schema.ts';
import { listUnmatched } from '#server/domain/money/unmatched-payments.ts';
import { readLastRun } from '#server/domain/seller/last-runs.ts';
import { readShopState } from '#server/domain/seller/shop-state.ts';
import { readShop, type Shop, toShop } from '#server/domain/shop/read-shop.ts';
import { type Env, listeningOrigin } from '#server/env.ts';
import { readWaiting } from '#server/jobs/jobs.ts';
import { type Email, emailText, subjectLine } from '#server/mail/email.ts';
import { emailHtml } from '#server/mail/email-html.ts';
import { testEmail, unitFailedEmail } from '#server/mail/templates/seller-emails.ts';
import type { MailTransport } from '#server/mail/transport.ts';
import { openExistingShop } from '#server/open-shop.ts';

/** A sentence about one subject; what is not fine says what to do. */
type Finding = { readonly subject: string; readonly isFine: boolean; readonly sentence: string };

const fine = (subject: string, sentence: string): Finding => ({ subject, isFine: true, sentence: `${sentence}.` });
const failedFinding = (subject: string, sentence: string): Finding => ({ subject, isFine: false, sentence });

const reasonOf = (error: unknown): string => problemLine(error instanceof Error ? error.message : String(error));

/** Looks at one subject; what it throws is a finding as well, so that the others are looked at. */
const look = async (subject: string, work: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> => {
  try {
    return await work();
  } catch (error) {
    const sentence = error instanceof StartFailure ? error.message : `This could not be looked at (${reasonOf(error)}).`;
    return [failedFinding(subject, sentence)];
  }
};

/** The shop as it is published; where there is none or its database is away, with its first values. */
const readShopOrFirst = async (env: Env): Promise<Shop> => {
  try {
    const { db } = await openExistingShop(env);
    try {
      return await readShop(db, env);
    } finally {
      await db.destroy();
    }
  } catch {
    return toShop(0, env.firstShop, env);
  }
};

/** Sends a mail to the seller at once, without the outbox: neither the database nor a running shop is needed. */
const sendToSeller = async (transport: MailTransport, { sellerEmail, details }: Shop, email: Email): Promise<void> => {
  const html = await emailHtml(email, { shopName: details.name, findPictures: async () => () => undefined });
  await transport({
    id: randomUUID(),
    to: sellerEmail,
    replyTo: '',
    unsubscribeUrl: '',
    subject: subjectLine(email.subject),
    text: emailText(email),
    html,
  });
};

const lookAtMail = async (env: Env, isSent: boolean): Promise<readonly Finding[]> => {
  const shop = await readShopOrFirst(env);
  const { transport, sentence } = chooseMail(env, async () => shop);
  try {
    const problem = await transport.findProblem?.();
    if (problem !== undefined) return [failedFinding('mail', problem)];
    if (env.isPublic && env.mail.transport === 'files')
      return [failedFinding('mail', `${sentence}. Before this shop sells, take MAIL=files away and set SMTP_URL.`)];
    if (!isSent) return [fine('mail', `${sentence}. To try it: shop doctor --send`)];
    await sendToSeller(transport, shop, testEmail());
    return [fine('mail', `${sentence}. A test mail is on its way to ${shop.sellerEmail}: look whether it arrives`)];
  } catch (error) {
    return [
      failedFinding(
        'mail',
        `The mail server did not take a mail to ${shop.sellerEmail} (${reasonOf(error)}). Check MAIL_FROM and MAIL_TO.`,
      ),
    ];
  } finally {
    transport.close?.();
  }
};

const lookAtPayments = async (env: Env): Promise<readonly Finding[]> => {
  const { payments, sentence } = await choosePayments(env);
  const problems = (await payments.findSetupProblems?.(webhookUrlOf(env))) ?? [];
  const isOnlyTried = env.isPublic && !takesMoney(env);
  const findings = [
    ...problems.map((problem) => failedFinding('payments', problem)),
    ...(isOnlyTried
      ? [failedFinding('payments', `${sentence}. Before this shop sells, set PAYMENTS=stripe and the live keys of Stripe.`)]
      : []),
  ];
  return findings.length > 0 ? findings : [fine('payments', sentence)];
};

const maxAnswerMs = 5000;
const healthAnswer = z.object({ message: z.string() });

/** What `/healthz` or `/readyz` at an origin says. Throws what keeps it from answering, or that something else answers there. */
const askShop = async (url: string): Promise<{ readonly isReady: boolean; readonly message: string }> => {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(maxAnswerMs) });
  const answer = healthAnswer.safeParse(await response.json().catch(() => undefined));
  if (!answer.success) throw new Error(`the answer, with status ${response.status}, is not the shop's`);
  return { isReady: response.ok, message: answer.data.message };
};

/** Node's fetch says only that it failed; its cause says why. */
const causeOf = (error: unknown): string =>
  reasonOf(error instanceof Error && error.cause instanceof Error && error.cause.message !== '' ? error.cause : error);

const lookAtProcess = async (env: Env): Promise<Finding> => {
  const origin = listeningOrigin(env);
  try {
    const { isReady, message } = await askShop(`${origin}/readyz`);
    return isReady
      ? fine('shop', `It runs, and answers at ${origin}`)
      : failedFinding('shop', `It runs at ${origin}, but is not ready: ${message}`);
  } catch (error) {
    return failedFinding(
      'shop',
      `It does not answer at ${origin} (${causeOf(error)}), so nobody can order. Start it: systemctl start flone. Why it stopped: journalctl -u flone -n 50 -o cat`,
    );
  }
};

const lookAtAddress = async (publicUrl: string): Promise<Finding> => {
  try {
    await askShop(`${publicUrl}/healthz`);
    return fine('address', `${publicUrl} leads to it`);
  } catch (error) {
    return failedFinding(
      'address',
      `${publicUrl} does not lead to the shop (${causeOf(error)}). Look at its DNS records, its certificate, the firewall and the proxy.`,
    );
  }
};

/** The running shop, where its proxy reaches it and where shoppers do. */
const lookAtShop = async (env: Env): Promise<readonly Finding[]> => [
  await lookAtProcess(env),
  ...(env.publicUrl === undefined ? [] : [await lookAtAddress(env.publicUrl)]),
];

/** Stripe signs webhooks with a time, and codes of two-step sign-in change every 30 seconds. */
const maxClockSeconds = 10;

/** Time of another clock in milliseconds since 1970, and whose it is: the payment provider's, or else PostgreSQL's. */
const askClock = async (env: Env, clock: Store['clock']): Promise<{ readonly clockOwner: string; readonly at: number } | undefined> => {
  if (env.payments.provider === 'stripe') {
    const url = env.payments.apiUrl ?? 'https://api.stripe.com';
    const { headers } = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(5000) });
    // The Date header has whole seconds: half a second is added as the mean.
    return { clockOwner: 'Stripe', at: Date.parse(headers.get('date') ?? '') + 500 };
  }
  return env.databaseUrl === undefined ? undefined : { clockOwner: 'PostgreSQL', at: (await clock()).getTime() };
};

const lookAtClock = async (env: Env, clock: Store['clock']): Promise<readonly Finding[]> => {
  const begin = Date.now();
  const asked = await askClock(env, clock);
  if (asked === undefined) return [fine('clock', 'Not compared: neither Stripe nor PostgreSQL is there to compare it with')];
  const seconds = Math.round(Math.abs(asked.at - (begin + Date.now()) / 2) / 1000);
  return seconds <= maxClockSeconds
    ? [fine('clock', `It agrees with the clock of ${asked.clockOwner}`)]
    : [
        failedFinding(
          'clock',
          `It differs from the clock of ${asked.clockOwner} by ${formatCount(seconds, 'second')}, so webhooks and codes of two-step sign-in may be refused. Set it by NTP: timedatectl set-ntp true`,
        ),
      ];
};

const minFreeGigabytes = 1;
const bytesPerGigabyte = 1e9;

const lookAtDisk = async (folders: readonly string[]): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  for (const folder of folders.filter((name) => existsSync(name))) {
    const { bavail, bsize } = await statfs(folder);
    const gigabytes = (bavail * bsize) / bytesPerGigabyte;
    findings.push(
      gigabytes >= minFreeGigabytes
        ? fine('disk', `${gigabytes.toFixed(1)} GB are free for ${folder}`)
        : failedFinding('disk', `Only ${gigabytes.toFixed(1)} GB are free for ${folder}. Make room: a full disk stops orders and backups.`),
    );
  }
  return findings;
};

const maxBackupHours = 36;

const lookAtBackup = async (db: Database, now: Date): Promise<readonly Finding[]> => {
  const at = await readLastRun(db, 'backup');
  if (at === undefined)
    return [failedFinding('backup', 'None was made yet. Make one with "shop backup FOLDER", and every night with flone-backup.timer.')];
  const hours = Math.floor((now.getTime() - Date.parse(at)) / (hour * 1000));
  return hours <= maxBackupHours
    ? [fine('backup', `The last one is ${formatCount(hours, 'hour')} old`)]
    : [
        failedFinding(
          'backup',
          `The last one is ${formatCount(hours, 'hour')} old. See why: systemctl status flone-backup.timer flone-backup`,
        ),
      ];
};

/** The hourly deletion of old data may be as late as its pause. */
const maxWaitMinutes = (kind: string): number => (kind === 'retention' ? 120 : 15);

const lookAtWork = async (db: Database, env: Env, now: Date): Promise<readonly Finding[]> => {
  const { provider } = env.payments;
  const { failed } = await readShopState(db, now);
  const queues = await readWaiting(db, { now, provider, noticeSchedule: env.notices.schedule });
  const lateQueues = queues.filter(({ kind, ageSeconds }) => ageSeconds > maxWaitMinutes(kind) * minute);
  const minutes = Math.floor(Math.max(0, ...lateQueues.map(({ ageSeconds }) => ageSeconds)) / minute);
  const deadLetterCount = (isMail: boolean): number =>
    failed.filter(({ kind, state }) => state === 'dead' && (kind === 'mail') === isMail).reduce((sum, { count }) => sum + count, 0);
  const unmatched = await listUnmatched(db, { isOpen: true });
  const findings = [
    ...(lateQueues.length > 0
      ? [
          failedFinding(
            'jobs',
            `Work has been waiting for ${formatCount(minutes, 'minute')} (${lateQueues.map(({ kind }) => kind).join(', ')}). Either the shop does not run, or its log says why.`,
          ),
        ]
      : []),
    ...(deadLetterCount(false) > 0
      ? [failedFinding('jobs', `${formatCount(deadLetterCount(false), 'task')} failed again and again. See why: shop jobs list`)]
      : []),
    ...(deadLetterCount(true) > 0
      ? [failedFinding('jobs', `${formatCount(deadLetterCount(true), 'mail')} could not be delivered. See which: shop mail list --open`)]
      : []),
    ...(unmatched.length > 0
      ? [
          failedFinding(
            'unmatched payments',
            `${formatCount(unmatched.length, 'payment')} of orders that the shop does not have. See what to do: shop payments unmatched --open`,
          ),
        ]
      : []),
  ];
  return findings.length > 0 ? findings : [fine('jobs', 'Nothing waits, fails or is unmatched')];
};

/** Opens the database for as long as `work` takes; it changes nothing in it. */
const lookAtDatabase = (env: Env, now: Date): Promise<readonly Finding[]> =>
  look('database', async () => {
    const file = databaseFile(env.dataDir);
    if (env.databaseUrl === undefined && existsSync(file)) checkDatabase(file, 'quick_check');
    const { db, clock } = await openExistingShop(env);
    try {
      return [
        fine('database', env.databaseUrl === undefined ? 'SQLite' : `PostgreSQL at ${new URL(env.databaseUrl).host}`),
        ...(await look('clock', () => lookAtClock(env, clock))),
        ...(await look('backup', () => lookAtBackup(db, now))),
        ...(await look('jobs', () => lookAtWork(db, env, now))),
      ];
    } finally {
      await db.destroy();
    }
  });

type DoctorOptions = JsonOption & { readonly send?: boolean; readonly backups: string };

const examine = async (settings: () => Env, { send: isSent = false, backups }: DoctorOptions): Promise<readonly Finding[]> => {
  let env: Env;
  try {
    env = settings();
  } catch (error) {
    if (error instanceof StartFailure) return [failedFinding('settings', error.message)];
    throw error;
  }
  return [
    fine('settings', 'They can be read'),
    ...(await lookAtShop(env)),
    ...(await look('mail', () => lookAtMail(env, isSent))),
    ...(await look('payments', () => lookAtPayments(env))),
    ...(await lookAtDatabase(env, new Date())),
    ...(await look('disk', () => lookAtDisk([env.dataDir, backups]))),
  ];
};

const describe = ({ subject, isFine, sentence }: Finding): string => `${isFine ? '  ok   ' : '  WRONG'}  ${subject}: ${sentence}`;

const doctor =
  ({ settings, print }: CommandContext) =>
  async (options: DoctorOptions): Promise<void> => {
    const findings = await examine(settings, options);
    const problems = findings.filter(({ isFine }) => !isFine).length;
    const summary = problems === 0 ? 'Nothing is wrong.' : `${formatCount(problems, 'thing is', 'things are')} wrong.`;
    print(options.json, [...findings.map(describe), summary].join('\n'), findings);
    if (problems > 0) throw new ProblemsFound(summary);
  };

const notifyFailure =
  ({ settings, print }: CommandContext) =>
  async (unit: string, { json }: JsonOption): Promise<void> => {
    const env = settings();
    const shop = await readShopOrFirst(env);
    const { transport } = chooseMail(env, async () => shop);
    try {
      await sendToSeller(transport, shop, unitFailedEmail(unit, hostname()));
    } catch (error) {
      throw new StartFailure(`${shop.sellerEmail} could not be told that ${unit} failed (${reasonOf(error)}).`);
    } finally {
      transport.close?.();
    }
    print(json, `${shop.sellerEmail} was told that ${unit} failed.`, { unit, to: shop.sellerEmail });
  };

/** Adds `doctor` and `notify-failure`, which change nothing. */
export const addDoctorCommands = (program: Command, context: CommandContext): void => {
  addCommand(program, 'doctor', {
    description: 'look whether the shop is set up right and works, and say what to do',
    notes: `It looks at settings, the running shop and its address, mail server, payment provider and its webhook, database, clock, the last backup, jobs,
unmatched payments and the disk, and changes nothing. Its exit code is 1 when something is wrong.`,
    examples: ['shop doctor', 'shop doctor --send'],
  })
    .option('--send', 'send a test mail to MAIL_TO as well')
    .option('--backups <folder>', 'where backups are, to look for room on that disk', '/var/lib/flone-backups')
    .action(doctor(context));
  addCommand(program, 'notify-failure', {
    description: 'mail the seller that a unit of systemd failed; run by flone-failure@.service',
    examples: ['shop notify-failure flone-backup'],
  })
    .argument('<unit>', 'its name')
    .action(notifyFailure(context));
};
