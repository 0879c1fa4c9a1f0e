import { formatCount } from '#server/db/columns.ts';
import type { SellerNoticeKind } from '#server/db/schema.ts';
import type { Email, EmailPart } from '#server/mail/email.ts';

/** Notices of one kind, a row for each. They hold no personal data: the commands show it to those who may see it. */
export type NoticeGroup = {
  readonly kind: SellerNoticeKind;
  /** `page`: the path of the desk's page about it. */
  readonly rows: readonly (readonly [name: string, value: string, page: string])[];
};

/** `hint`: what it means; then what to do, by `command` without a desk, or `atDesk`. */
const kinds = {
  order: {
    one: 'paid order',
    many: 'paid orders',
    hint: '',
    command: 'See one with: shop orders show ORDER',
    atDesk: 'Open them at your desk.',
  },
  cancellation: {
    one: 'order cancelled by its buyer',
    many: 'orders cancelled by their buyers',
    hint: 'Do not pack them: their goods are back in stock, and what was paid goes back by itself.',
    command: '',
    atDesk: '',
  },
  refundRequest: {
    one: 'refund request',
    many: 'refund requests',
    hint: '',
    command: 'See one with its pictures, and decide it, with: shop refunds show REQUEST',
    atDesk: 'See one with its pictures, and decide it, at your desk.',
  },
  review: {
    one: 'review to look at',
    many: 'reviews to look at',
    hint: 'Nothing is shown before you approve it.',
    command: 'See one with its pictures with: shop reviews show REVIEW',
    atDesk: 'Read it, and decide, at your desk.',
  },
  reviewReport: {
    one: 'reported review',
    many: 'reported reviews',
    hint: '',
    command: 'See why with: shop reviews reports',
    atDesk: 'See why, and decide, at your desk.',
  },
  lowStock: {
    one: 'product that runs low',
    many: 'products that run low',
    hint: '',
    command: 'When there are more on the shelf, count them in with: shop stock count PRODUCT NUMBER',
    atDesk: 'When there are more on the shelf, count them in at your desk.',
  },
  waiting: {
    one: 'product that shoppers wait for',
    many: 'products that shoppers wait for',
    hint: 'They are mailed once you have counted in more.',
    command: 'See how many wait for what with: shop waiting list',
    atDesk: '',
  },
  applicant: {
    one: 'application for a reseller account',
    many: 'applications for reseller accounts',
    hint: '',
    command: 'See who asks with: shop user list --applicants. Approve one with: shop user role EMAIL reseller',
    atDesk: 'See who asks, and decide, at your desk.',
  },
  mail: {
    one: 'mail that could not be delivered',
    many: 'mails that could not be delivered',
    hint: 'The shop no longer tries to send them.',
    command: 'See to whom they went with: shop mail list --open',
    atDesk: 'Your desk says to whom they went, and can try again.',
  },
  refund: {
    one: 'refund that is not finished yet',
    many: 'refunds that are not finished yet',
    hint: 'The shop goes on trying. What may have been paid it looks up first: do not pay that in another way before you have looked at the payment provider. When it cannot succeed, pay the money back in another way.',
    command: 'Then note that with: shop orders settle ORDER --how "bank transfer"',
    atDesk: 'Then note that with the order at your desk.',
  },
  lateBank: {
    one: 'payment that a bank has not answered for a week',
    many: 'payments that banks have not answered for a week',
    hint: 'The order has expired, and its goods can be sold. The shop goes on asking once an hour: if the money arrives, the order is confirmed while its goods are there, and paid back otherwise. Look at the payment in the dashboard of the payment provider.',
    command: 'See all of them with: shop orders list --processing',
    atDesk: '',
  },
  job: {
    one: 'task that keeps failing',
    many: 'tasks that keep failing',
    hint: 'The shop goes on trying once an hour. If it does not mend itself, the log says more.',
    command: 'See what still fails with: shop jobs list',
    atDesk: 'Your desk says what still fails.',
  },
} as const satisfies Record<
  SellerNoticeKind,
  { readonly one: string; readonly many: string; readonly hint: string; readonly command: string; readonly atDesk: string }
>;

const countOf = ({ kind, rows }: NoticeGroup): string => formatCount(rows.length, kinds[kind].one, kinds[kind].many);

const partsOf = ({ kind, rows }: NoticeGroup, deskUrl: string | undefined): EmailPart[] => {
  const { hint, command, atDesk } = kinds[kind];
  return [
    { rows: rows.map(([name, value, page]) => (deskUrl === undefined ? [name, value] : [name, value, new URL(page, deskUrl).href])) },
    [hint, deskUrl === undefined ? command : atDesk].filter(Boolean).join(' '),
  ];
};

/** To the seller, at once: what happened of one kind. */
export const noticeEmail = (group: NoticeGroup, deskUrl?: string): Email => ({
  subject: `${countOf(group)}${group.rows.length === 1 ? `: ${group.rows[0]?.[0]}` : ''}`,
  parts: partsOf(group, deskUrl),
});

/** To the seller, once a day: what has happened since the last digest. */
export const digestEmail = (groups: readonly NoticeGroup[], deskUrl?: string): Email => ({
  subject: `Your shop today: ${groups.map(countOf).join(', ')}`,
  parts: groups.flatMap((group) => [{ heading: countOf(group) }, ...partsOf(group, deskUrl)]),
});

/** After a backup was restored: what the books must know, and what the backup cannot know. */
export const restoredEmail = ({ firstSkipped, lastSkipped }: { readonly firstSkipped: string; readonly lastSkipped: string }): Email => ({
  subject: 'A backup of your shop was restored',
  parts: [
    `Invoice numbers that were given after that backup are not known any more. So that none is given twice, the numbers ${firstSkipped} to ${lastSkipped} are left out: please keep this mail with your books.`,
    'Orders that were paid after the backup are not in the shop. It searches the payment provider for them when it starts, and mails you each one. See all of them with: shop payments unmatched --open',
    'Refunds that you decided after the backup are open again: decide them again. What the provider has sent already is found there, and not sent twice. Stock is what it was: count what has sold since with: shop stock count PRODUCT NUMBER',
  ],
});

/** When a unit of systemd fails; `unit` is its name, without its suffix. */
export const unitFailedEmail = (unit: string, host: string): Email => ({
  subject: `${unit} failed on ${host}`,
  parts: [
    unit.includes('backup')
      ? 'The backup of your shop was not made. Older backups are still there.'
      : 'A process of your shop has ended by itself. It is started again at once; while that fails, nobody can buy.',
    `What happened is in the log. On ${host}, as root: journalctl -u ${unit} -n 50`,
    'There are more mails like this only if it fails again in more than an hour from now.',
  ],
});

/** The test mail of `shop doctor --send`. */
export const testEmail = (): Email => ({
  subject: 'A test mail of your shop',
  parts: [
    'Mail of the shop reaches you at this address. Customers’ mailboxes may still refuse it: look for this one in the spam folder, too.',
  ],
});

/** To the seller, once a day: shoppers cannot pay, in the payment provider's words. */
export const paymentPageRefusedEmail = ({ orderId, reason }: { readonly orderId: string; readonly reason: string }): Email => ({
  subject: `Order ${orderId} cannot be paid: the payment provider refuses it`,
  parts: [
    `A shopper wanted to pay for order ${orderId}, and the payment provider refused to open the page for it: ${reason}`,
    'This may concern every order. Look at your account in the dashboard of the payment provider, and at its keys in the settings of the shop.',
    'You are told once a day at most; the log of the server has every refusal.',
  ],
});
