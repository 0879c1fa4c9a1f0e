import { readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { register, signIn, verifyByToken } from '#server/domain/accounts.ts';
import { seedDemoAccounts } from '#server/domain/demo-accounts.ts';
import { listMails } from '#server/domain/mails.ts';
import { createOneTimeToken } from '#server/domain/one-time-tokens.ts';
import { placeOrder } from '#server/domain/orders.ts';
import { purgeExpired } from '#server/domain/purge-expired.ts';
import { consumeRateLimit } from '#server/domain/rate-limit.ts';
import { requestRefund } from '#server/domain/refund-requests.ts';
import { startSession } from '#server/domain/sessions.ts';
import { claimMail, markSent, queueMail } from '#server/mail/outbox.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aCaller, aKey, anOrderFor, minutesLater, sell } from '#tests/support/orders.ts';
import { cheapPasswords } from '#tests/support/passwords.ts';
import { aPhoto, pictureFolder } from '#tests/support/refunds.ts';

const db = await freshDatabase('empty');
const folder = await pictureFolder();
const imageStore = refundImagesIn(folder);
const daysLater = (days: number): Date => new Date(openingDay.getTime() + days * 24 * 3600 * 1000);

test('images without a refund request are deleted after an hour, those of requests are kept', async () => {
  await sell(db, { id: 'mug', name: 'Mug', basePrice: 10, stock: 9 });
  const order = { ...aCaller, payload: anOrderFor({ productId: 'mug' }), key: aKey(), buyer: undefined, shopOrigin: '', now: openingDay };
  const { _id: orderId } = await placeOrder(db, order);
  await db.updateTable('order').set({ status: 'confirmed' }).where('id', '=', orderId).execute();
  const request = { orderId, ProductId: 'mug', reason: 'It came with a crack in it.' };
  await requestRefund(db, request, [new Blob([new Uint8Array(await aPhoto())])], { imageStore, now: openingDay });
  const [kept = ''] = await readdir(folder);
  await writeFile(path.join(folder, 'orphan.jpg'), 'x');
  for (const file of [kept, 'orphan.jpg']) await utimes(path.join(folder, file), openingDay, openingDay);
  await purgeExpired(db, minutesLater(59), imageStore);
  expect((await readdir(folder)).toSorted()).toEqual([kept, 'orphan.jpg'].toSorted());
  await purgeExpired(db, minutesLater(61), imageStore);
  expect(await readdir(folder)).toEqual([kept]);
  await db.deleteFrom('mail').execute();
});

test('an unconfirmed registration is deleted after a week, and its address can still be verified with the password', async () => {
  const call = { clientAddress: '192.0.2.1', sender: { shopName: 'Flone', shopUrl: 'https://shop.example' }, passwords: cheapPasswords };
  const ada = { email: 'ada@example.com', password: 'a long walk home', firstName: 'Ada', lastName: 'Moss', phone: '' };
  await register(db, { ...ada, wantsToResell: false, acceptsTerms: true, marketing: false }, { ...call, now: openingDay });
  const kept = () => db.selectFrom('registration').select('first_name').execute();
  await purgeExpired(db, daysLater(6), imageStore);
  expect(await kept()).toEqual([{ first_name: 'Ada' }]);
  await purgeExpired(db, daysLater(7), imageStore);
  expect(await kept()).toEqual([]);
  const { id } = await db.selectFrom('account').select('id').where('email', '=', ada.email).executeTakeFirstOrThrow();
  const { token } = await createOneTimeToken(db, { accountId: id }, 'verify', daysLater(7));
  await verifyByToken(db, { token, password: ada.password }, { ...call, now: daysLater(7) });
  expect(await signIn(db, ada, { ...call, now: daysLater(7) })).toMatchObject({ firstName: 'Ada' });
  for (const table of ['account', 'mail', 'limit_hit'] as const) await db.deleteFrom(table).execute();
});

test('expired rows are deleted and others kept', async () => {
  await seedDemoAccounts(db, openingDay, cheapPasswords);
  await startSession(db, 'demo-shopper', openingDay);
  await createOneTimeToken(db, { accountId: 'demo-shopper' }, 'reset', openingDay);
  await consumeRateLimit(db, { key: 'x', max: 1, perSeconds: 3600, now: openingDay });
  for (const to of ['sent@example.com', 'waiting@example.com'])
    await queueMail(db, { to, subject: 'x', text: 'x', html: 'x', now: openingDay });
  await markSent(db, (await claimMail(db, openingDay))?.id ?? '', openingDay);
  const left = async () => {
    const counts: Record<string, number> = {};
    for (const table of ['session', 'proof', 'limit_hit', 'mail', 'account'] as const)
      counts[table] = (await db.selectFrom(table).selectAll().execute()).length;
    return counts;
  };

  await purgeExpired(db, openingDay, imageStore);
  expect(await left()).toEqual({ session: 1, proof: 1, limit_hit: 1, mail: 2, account: 2 });
  await purgeExpired(db, daysLater(1), imageStore);
  expect(await left()).toEqual({ session: 1, proof: 1, limit_hit: 0, mail: 2, account: 2 });
  await purgeExpired(db, daysLater(31), imageStore);
  expect(await left()).toEqual({ session: 0, proof: 0, limit_hit: 0, mail: 2, account: 2 });
  await purgeExpired(db, daysLater(91), imageStore);
  expect(await left()).toEqual({ session: 0, proof: 0, limit_hit: 0, mail: 1, account: 2 });
  expect(await listMails(db, { isOpen: true, limit: 10 })).toHaveLength(1);
});
