import { generateSync } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Account, toAccount } from '#server/domain/accounts/account-row.ts';
import {
  type CallContext,
  limitMail,
  register,
  requestPasswordReset,
  resetPassword,
  signIn,
  verifyByToken,
} from '#server/domain/accounts/accounts.ts';
import { confirmEmailChange, requestEmailChange, stopEmailChange } from '#server/domain/accounts/change-email.ts';
import { deletePersonalData } from '#server/domain/accounts/erasure.ts';
import { exportPersonalData } from '#server/domain/accounts/personal-data.ts';
import { confirmSecondFactor, readSecondFactor, startSecondFactor } from '#server/domain/accounts/second-factor.ts';
import { findSession, startSession } from '#server/domain/accounts/sessions.ts';
import { setStock } from '#server/domain/catalogue/catalogue.ts';
import { emailKeyOf } from '#server/domain/email-address.ts';
import { TooMany } from '#server/domain/failure.ts';
import { submitContact } from '#server/domain/messages/messages.ts';
import { openPayment, recordPayment } from '#server/domain/money/payments.ts';
import { placeOrder, readOwnOrders } from '#server/domain/orders/orders.ts';
import { findPerson, ownerOf, type Person } from '#server/domain/person.ts';
import { purgeExpired } from '#server/domain/purge-expired.ts';
import { confirmStockAlert, endStockAlerts, mailStockAlerts, requestStockAlert } from '#server/domain/stock-alerts/stock-alerts.ts';
import { testPayments } from '#server/payments/test.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aBuyer, aKey, anOrderFor, anOrderRequest, minutesLater, sell } from '#tests/support/orders.ts';
import { cheapPasswords, plainSecrets } from '#tests/support/passwords.ts';
import { origins } from '#tests/support/pay-order.ts';
import { pictureFolder } from '#tests/support/refunds.ts';

const db = await freshDatabase('empty');
const imageStore = refundImagesIn(await pictureFolder());
const oldEmail = 'ada@example.com';
const newEmail = 'Ada@new.example.com';
const password = 'a long walk home';
const hours = (count: number): number => 60 * count;
const at = (minutes: number): CallContext => ({
  now: minutesLater(minutes),
  clientIp: '192.0.2.1',
  sender: { shopName: 'Flone', shopUrl: 'https://shop.example' },
  passwords: cheapPasswords,
  secretBox: plainSecrets,
});

const signUp = async (email: string, { isVerified = true } = {}): Promise<Account> => {
  const form = {
    firstName: 'Ada',
    lastName: 'Moss',
    email,
    password,
    phone: '',
    wantsToResell: false,
    acceptsTerms: true as const,
    marketing: false,
  };
  const secret = await register(db, form, at(0));
  if (isVerified) {
    const { text } = await db
      .selectFrom('mail')
      .select('text')
      .where('recipient', '=', email)
      .where('text', 'like', '%?token=%')
      .executeTakeFirstOrThrow();
    await verifyByToken(db, { token: /\?token=([\w-]{43})/.exec(text)?.[1] ?? '' }, { ...at(0), browser: secret });
  }
  await db.deleteFrom('mail').execute();
  await db.deleteFrom('limit_hit').execute();
  return accountWith(email);
};
const accountWith = async (email: string): Promise<Account> => {
  const row = await db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
  return toAccount(row);
};

const mailTo = (recipient: string) =>
  db.selectFrom('mail').select(['subject', 'text']).where('recipient', '=', recipient).orderBy('created_at', 'desc').execute();
const tokenIn = async (recipient: string, name: 'confirm' | 'stop' | 'reset'): Promise<string> => {
  for (const { text } of await mailTo(recipient)) {
    const token = new RegExp(`[?&]${name}=([\\w-]{43})`).exec(text)?.[1];
    if (token !== undefined) return token;
  }
  throw new Error(`No ${name} link was mailed to ${recipient}.`);
};
const ask = (account: Account, email = newEmail, minutes = 1, form: object = {}) =>
  requestEmailChange(db, account, { email, password, ...form }, at(minutes));
const confirm = async (account: Account, { minutes = 2, email = newEmail, session = '' } = {}) =>
  confirmEmailChange(db, account, { token: await tokenIn(email, 'confirm'), session }, at(minutes));
const codeOf = (secret: string, minutes: number): string =>
  generateSync({ secret, epoch: Math.floor(minutesLater(minutes).getTime() / 1000) });
/** Switches two-step sign-in on, and returns the secret of the app. */
const switchOn = async (account: Account, minutes: number): Promise<string> => {
  const { secret } = await startSecondFactor(db, account, password, at(minutes));
  await confirmSecondFactor(db, account, codeOf(secret, minutes), '', at(minutes));
  return secret;
};
const emailOf = async ({ id }: Account): Promise<string> =>
  (await db.selectFrom('account').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;

beforeEach(async () => {
  for (const table of ['account', 'order', 'message', 'message_receipt', 'mail', 'limit_hit'] as const)
    await db.deleteFrom(table).execute();
});

describe('an owner changes the email address', () => {
  test('the address changes once the link to the new one is confirmed by the signed-in owner, and the old one is told before and after', async () => {
    const ada = await signUp(oldEmail);
    await ask(ada);
    expect(await emailOf(ada)).toBe(oldEmail);
    expect((await mailTo(newEmail)).map(({ subject }) => subject)).toEqual(['Confirm your new email address for Flone']);
    expect((await mailTo(newEmail))[0]?.text).not.toContain(oldEmail);
    expect((await mailTo(oldEmail))[0]).toMatchObject({
      subject: 'Your email address at Flone is about to change',
      text: expect.stringContaining(newEmail),
    });

    expect(await confirm(ada)).toMatchObject({ id: ada.id, email: newEmail, hasProvedMailbox: true });
    expect((await mailTo(oldEmail))[0]?.subject).toBe('Your email address at Flone was changed');
    await expect(signIn(db, { email: oldEmail, password }, at(3))).rejects.toThrow("isn't right");
    expect((await signIn(db, { email: newEmail.toLowerCase(), password }, at(3))).account.id).toBe(ada.id);
  });

  test('orders stay with the account, guest orders of the proved old address as well, and those of strangers do not join', async () => {
    await sell(db, { id: 'mug', name: 'Mug', basePrice: 10, stock: 9 });
    const ada = await signUp(oldEmail);
    const place = async (email: string, userId?: string): Promise<string> => {
      const payload = { ...anOrderFor({ productId: 'mug' }), billingInfo: { ...aBuyer, email } };
      const buyer = userId === undefined ? undefined : ({ id: userId, role: 'customer' } as const);
      const { _id } = await placeOrder(db, anOrderRequest(payload, { buyer }));
      await db.updateTable('order').set({ status: 'confirmed' }).where('id', '=', _id).execute();
      return _id;
    };
    const ids = [await place(oldEmail), await place(oldEmail, ada.id)];
    const unrelated = await place('stranger@example.com');
    await ask(ada);
    const changed = await confirm(ada);
    const listed = (await readOwnOrders(db, changed)).map(({ row }) => row.id);
    expect(listed.toSorted()).toEqual(ids.toSorted());
    expect(listed).not.toContain(unrelated);
  });

  describe('messages and mails of the old address', () => {
    const sellerEmail = 'seller@shop.example';
    const write = (email: string, message: string, minutes: number) =>
      submitContact(
        db,
        { name: 'Ada', email, topic: 'product', orderId: '', message, honeypot: '' },
        { now: minutesLater(minutes), clientIp: '192.0.2.1', sender: at(0).sender, sellerEmail },
      );
    const markSent = () => db.updateTable('mail').set({ sent_at: openingDay.toISOString(), due_at: null }).execute();
    const lettersOf = async (person: Person) => {
      const { messages, emails } = await exportPersonalData(db, person, minutesLater(30));
      return {
        messages: messages.map(({ text }) => text),
        emails: emails.map(({ subject }) => subject.replace(/ [\dA-Z]{1,4}(-[\dA-Z]{4})+/, '')).toSorted(),
      };
    };
    /** Ada wrote to the shop and ordered with her old address, and has another one now. */
    const sheHasChanged = async () => {
      await sell(db, { id: 'mug', name: 'Mug', basePrice: 10, stock: 9 });
      const ada = await signUp(oldEmail);
      await write('ADA@example.com', 'Is the mug fine in a dishwasher?', 1);
      const { _id } = await placeOrder(
        db,
        anOrderRequest(
          { ...anOrderFor({ productId: 'mug' }), billingInfo: { ...aBuyer, email: oldEmail } },
          { buyer: { id: ada.id, role: 'customer' } },
        ),
      );
      const { sessionId } = await openPayment(db, testPayments, { orderId: _id, origins, now: openingDay });
      await ask(ada);
      const changed = await confirm(ada);
      // Its mail goes to the address of the order.
      await recordPayment(db, { eventId: aKey(), sessionId, outcome: 'paid' }, minutesLater(3));
      return changed;
    };

    test('an owner’s export, also by the command line, has the messages and mails of the old address, and what is mailed to it later about their orders', async () => {
      const ada = await sheHasChanged();
      const letters = await lettersOf(ownerOf(ada));
      expect(letters.messages).toEqual(['Is the mug fine in a dishwasher?']);
      expect(letters.emails).toEqual([
        'Confirm your new email address for Flone',
        'We have your message',
        'Your email address at Flone is about to change',
        'Your email address at Flone was changed',
        'Your order is confirmed',
      ]);
      expect(await lettersOf(await findPerson(db, newEmail))).toEqual(letters);
    });

    test('neither whoever has the old address next nor its former owner gets the other’s messages and mails', async () => {
      const ada = await sheHasChanged();
      const before = await lettersOf(ownerOf(ada));
      await expect(lettersOf(await findPerson(db, oldEmail))).rejects.toThrow('Nothing is held');
      await write(oldEmail, 'Do you sell wicks for lamps?', 5);
      expect((await lettersOf(await findPerson(db, oldEmail))).messages).toEqual(['Do you sell wicks for lamps?']);
      expect(await lettersOf(ownerOf(ada))).toEqual(before);
    });

    test('messages and mails of the old address are deleted with the account, and those of whoever has the address next are not', async () => {
      const ada = await sheHasChanged();
      await write(oldEmail, 'Do you sell wicks for lamps?', 5);
      await markSent();
      const erased = await deletePersonalData(db, ownerOf(ada), { sender: at(0).sender, now: minutesLater(6) });
      expect(erased.messages).toBe(1);
      expect(await db.selectFrom('message').select('text').execute()).toEqual([{ text: 'Do you sell wicks for lamps?' }]);
      expect(await mailTo(oldEmail)).toMatchObject([{ subject: expect.stringContaining('We have your message') }]);
      expect(await mailTo(newEmail)).toMatchObject([{ subject: 'Your data at Flone is deleted' }]);
    });

    test('messages and mails of an old address that was never proved to be the owner’s do not join the account', async () => {
      await signUp(oldEmail);
      await db.updateTable('account').set({ mailbox_proved_at: null }).execute();
      const ada = await accountWith(oldEmail);
      await write(oldEmail, 'Is the mug fine in a dishwasher?', 1);
      await ask(ada);
      expect((await lettersOf(ownerOf(await confirm(ada)))).messages).toEqual([]);
    });

    test('mails to the old address that are still due are sent, although the account is deleted meanwhile', async () => {
      const ada = await sheHasChanged();
      await deletePersonalData(db, ownerOf(ada), { sender: at(0).sender, now: minutesLater(6) });
      const due = await db
        .selectFrom('mail')
        .select(['account_id'])
        .where('recipient', '=', oldEmail)
        .where('due_at', 'is not', null)
        .execute();
      expect(due.length).toBeGreaterThan(1);
      expect(due.every(({ account_id }) => account_id === null)).toBe(true);
    });
  });

  describe('stock alerts of the old address', () => {
    const waitFor = (productId: string, email: string, { account, minutes = 0 }: { account?: Account; minutes?: number } = {}) =>
      requestStockAlert(db, { productId, email }, { account, clientIp: '192.0.2.1', sender: at(0).sender, now: minutesLater(minutes) });
    const alertTo = async (email: string, minutes: number): Promise<string> => {
      await mailStockAlerts(db, { sender: at(0).sender, unsubscribeUrl: (token) => token }, minutesLater(minutes));
      return (await mailTo(email)).find(({ subject }) => subject.startsWith('Back in stock'))?.text ?? '';
    };
    const stopTokenIn = (text: string): string => /unsubscribe=([\w-]{43})/.exec(text)?.[1] ?? '';
    const waitingOf = async (person: Person) =>
      (await exportPersonalData(db, person, minutesLater(30))).stockAlerts
        .map(({ productId, state }) => `${productId} ${state}`)
        .toSorted();
    const waits = async () => {
      const rows = await db.selectFrom('stock_alert').select(['product_id', 'email', 'state', 'asked_at']).orderBy('product_id').execute();
      return rows.map(({ product_id, email, state, asked_at }) => [product_id, email, state, asked_at]);
    };
    const soldOut = { basePrice: 10, stock: 0 };

    beforeEach(async () => {
      await db.deleteFrom('stock_alert').execute();
      await sell(
        db,
        { id: 'bowl', name: 'Bowl', ...soldOut },
        { id: 'jug', name: 'Jug', ...soldOut },
        { id: 'tile', name: 'Tile', ...soldOut },
      );
    });

    test('stock alerts move to the new address, which is mailed, and are in the owner’s export and deleted with the account', async () => {
      const ada = await signUp(oldEmail);
      await waitFor('bowl', 'ADA@example.com', { account: ada });
      await waitFor('jug', oldEmail, { account: ada });
      await ask(ada);
      const changed = await confirm(ada);
      expect(await waitingOf(ownerOf(changed))).toEqual(['bowl waiting', 'jug waiting']);
      await setStock(db, { productId: 'bowl' }, 1);
      expect(await alertTo(newEmail, 5)).toContain('Bowl is back in stock');
      expect((await mailTo(oldEmail)).map(({ subject }) => subject)).not.toContain('Back in stock: Bowl');
      expect(await waitingOf(await findPerson(db, newEmail))).toEqual(['bowl mailed', 'jug waiting']);
      await deletePersonalData(db, ownerOf(changed), { sender: at(0).sender, now: minutesLater(6) });
      expect(await waits()).toEqual([]);
      expect(await db.selectFrom('token').selectAll().where('purpose', '=', 'stopStockAlerts').execute()).toEqual([]);
    });

    test('the unsubscribe link in a mail to the old address ends the stock alerts that moved, and not those of whoever has that address next', async () => {
      const ada = await signUp(oldEmail);
      await waitFor('bowl', oldEmail, { account: ada });
      await waitFor('jug', oldEmail, { account: ada });
      await setStock(db, { productId: 'bowl' }, 1);
      const stopToken = stopTokenIn(await alertTo(oldEmail, 1));
      await ask(ada);
      await confirm(ada);
      const next = await signUp(oldEmail);
      await waitFor('jug', oldEmail, { account: next, minutes: 3 });
      await endStockAlerts(db, stopToken);
      expect(await waits()).toEqual([['jug', oldEmail, 'waiting', minutesLater(3).toISOString()]]);
    });

    test('when both addresses have an alert for the same variant, the earlier place in the queue is kept, and alerts of the new address that were mailed or unconfirmed are replaced', async () => {
      const ada = await signUp(oldEmail);
      const grace = await signUp(newEmail);
      await waitFor('bowl', newEmail, { account: grace, minutes: 1 });
      await waitFor('bowl', oldEmail, { account: ada, minutes: 2 });
      await waitFor('jug', newEmail, { minutes: 1 });
      await waitFor('jug', oldEmail, { account: ada, minutes: 2 });
      await waitFor('tile', newEmail, { account: grace, minutes: 1 });
      await db.updateTable('stock_alert').set({ state: 'mailed' }).where('product_id', '=', 'tile').execute();
      await waitFor('tile', oldEmail, { account: ada, minutes: 2 });
      await db.deleteFrom('account').where('id', '=', grace.id).execute();
      await db.deleteFrom('mail').execute();
      await ask(ada, newEmail, 3);
      await confirm(ada, { minutes: 4 });
      expect(await waits()).toEqual([
        ['bowl', newEmail, 'waiting', minutesLater(1).toISOString()],
        ['jug', newEmail, 'waiting', minutesLater(2).toISOString()],
        ['tile', newEmail, 'waiting', minutesLater(2).toISOString()],
      ]);
    });

    test('a stock alert of the old address can still be confirmed by its mailed link', async () => {
      const ada = await signUp(oldEmail);
      await waitFor('bowl', oldEmail);
      const token = /notify=([\w-]{43})/.exec((await mailTo(oldEmail))[0]?.text ?? '')?.[1] ?? '';
      await ask(ada);
      await confirm(ada);
      expect(await confirmStockAlert(db, token, minutesLater(3))).toContain(newEmail);
    });

    test('stock alerts of an old address that was never proved to be the owner’s do not move', async () => {
      await signUp(oldEmail);
      await waitFor('bowl', oldEmail);
      await db.updateTable('account').set({ mailbox_proved_at: null }).execute();
      const ada = await accountWith(oldEmail);
      await ask(ada);
      await confirm(ada);
      expect(await waits()).toEqual([['bowl', oldEmail, 'unconfirmed', openingDay.toISOString()]]);
    });

    test('stock alerts move back when the old address undoes the change, and the new address keeps alerts of its own', async () => {
      const ada = await signUp(oldEmail);
      await waitFor('bowl', oldEmail, { account: ada });
      await ask(ada);
      const changed = await confirm(ada);
      await waitFor('jug', newEmail, { account: changed, minutes: 3 });
      await stopEmailChange(db, await tokenIn(oldEmail, 'stop'), at(4));
      expect(await waits()).toEqual([
        ['bowl', oldEmail, 'waiting', openingDay.toISOString()],
        ['jug', newEmail, 'waiting', minutesLater(3).toISOString()],
      ]);
    });

    test('stock alerts stay when the old address stops a change that was never confirmed', async () => {
      const ada = await signUp(oldEmail);
      await waitFor('bowl', oldEmail, { account: ada });
      await ask(ada);
      await stopEmailChange(db, await tokenIn(oldEmail, 'stop'), at(2));
      expect(await waits()).toEqual([['bowl', oldEmail, 'waiting', openingDay.toISOString()]]);
    });
  });

  test('changing the email address ends every other session and every mailed link for a new password', async () => {
    const ada = await signUp(oldEmail);
    const here = await startSession(db, ada.id, openingDay);
    const elsewhere = await startSession(db, ada.id, openingDay);
    await requestPasswordReset(db, oldEmail, at(0));
    const reset = await tokenIn(oldEmail, 'reset');
    await ask(ada);
    await confirm(ada, { session: here });
    expect(await findSession(db, here, minutesLater(3))).toBeDefined();
    expect(await findSession(db, elsewhere, minutesLater(3))).toBeUndefined();
    await expect(resetPassword(db, { token: reset, password: 'another long walk' }, at(3))).rejects.toMatchObject({ code: 'used' });
  });

  test('a wrong password and the present address are refused at their fields, and nothing is mailed', async () => {
    const ada = await signUp(oldEmail);
    await expect(ask(ada, newEmail, 1, { password: 'x' })).rejects.toMatchObject({ errors: { password: expect.any(String) } });
    await expect(ask(ada, 'ADA@example.com')).rejects.toMatchObject({ errors: { email: expect.any(String) } });
    expect(await db.selectFrom('mail').select('id').execute()).toEqual([]);
  });

  test('with two-step sign-in a change of the email address needs a right code as well', async () => {
    const ada = await signUp(oldEmail);
    const secret = await switchOn(ada, 0);
    await expect(ask(ada)).rejects.toMatchObject({ code: 'oneTimeCodeNeeded', errors: { oneTimeCode: expect.any(String) } });
    await expect(ask(ada, newEmail, 1, { oneTimeCode: '000000' })).rejects.toMatchObject({ errors: { oneTimeCode: expect.any(String) } });
    await ask(ada, newEmail, 2, { oneTimeCode: codeOf(secret, 2) });
    expect((await confirm(ada, { minutes: 3 })).email).toBe(newEmail);
  });

  test('a change of the email address that the limit of mails refuses uses up no recovery code, and a wrong code uses up no mail', async () => {
    const ada = await signUp(oldEmail);
    const { secret } = await startSecondFactor(db, ada, password, at(0));
    const { recoveryCodes } = await confirmSecondFactor(db, ada, codeOf(secret, 0), '', at(0));
    const oneTimeCode = recoveryCodes[0]?.replaceAll('-', '');
    const left = async () => (await readSecondFactor(db, ada.id)).recoveryCodesLeft;
    await expect(ask(ada, newEmail, 1, { oneTimeCode: 'aaaaaaaaaaaaaaaa' })).rejects.toMatchObject({
      errors: { oneTimeCode: expect.any(String) },
    });
    await limitMail(db, emailKeyOf(newEmail), at(1));
    await expect(ask(ada, newEmail, 1, { oneTimeCode })).rejects.toBeInstanceOf(TooMany);
    expect(await left()).toBe(10);
    await ask(ada, newEmail, 3, { oneTimeCode });
    expect(await left()).toBe(9);
  });

  test('the link confirms nothing for another account, a second time, after a day, or once there is a newer one', async () => {
    const ada = await signUp(oldEmail);
    const mallory = await signUp('mallory@example.com');
    await ask(ada);
    const dead = { kind: 'invalid', code: 'invalid' };
    await expect(confirm(mallory)).rejects.toMatchObject(dead);
    await expect(confirm(ada, { minutes: 1 + hours(24) })).rejects.toMatchObject(dead);
    const first = await tokenIn(newEmail, 'confirm');
    await ask(ada, newEmail, 3);
    await expect(confirmEmailChange(db, ada, { token: first, session: '' }, at(4))).rejects.toMatchObject(dead);
    await confirm(ada, { minutes: 4 });
    await expect(confirm(ada, { minutes: 5 })).rejects.toMatchObject(dead);
  });

  test('of ten concurrent confirmations of a new address one changes it', async () => {
    const ada = await signUp(oldEmail);
    await ask(ada);
    const ended = await Promise.allSettled(Array.from({ length: 10 }, () => confirm(ada)));
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await mailTo(oldEmail)).filter(({ subject }) => subject.includes('was changed'))).toHaveLength(1);
  });

  test('ten changes an hour are asked for by an account, and one mail a minute goes to an address', async () => {
    const ada = await signUp(oldEmail);
    await ask(ada);
    await expect(ask(ada)).rejects.toMatchObject({ kind: 'tooMany' });
    for (let number = 2; number < 10; number += 1) await ask(ada, `ada-${number}@example.com`);
    await expect(ask(ada, 'ada-11@example.com')).rejects.toMatchObject({ kind: 'tooMany' });
  });
});

describe('an address that has an account', () => {
  test('an address that has an account gets a mail without a link, the caller sees no difference, and no link changes anything', async () => {
    const ada = await signUp(oldEmail);
    await signUp('grace@example.com');
    expect(await ask(ada, 'grace@example.com')).toBe(await ask(ada, newEmail));
    expect((await mailTo('grace@example.com')).map(({ subject }) => subject)).toEqual(['This address has an account at Flone already']);
    await expect(tokenIn('grace@example.com', 'confirm')).rejects.toThrow('No confirm link');
  });

  test('an address that got an account after the link was mailed keeps it', async () => {
    const ada = await signUp(oldEmail);
    await ask(ada);
    const token = await tokenIn(newEmail, 'confirm');
    const grace = await signUp(newEmail);
    await expect(confirmEmailChange(db, ada, { token, session: '' }, at(2))).rejects.toMatchObject({ kind: 'conflict' });
    expect([await emailOf(ada), await emailOf(grace)]).toEqual([oldEmail, newEmail]);
  });

  test('an account whose address was never confirmed makes way for its mailbox’s owner', async () => {
    const ada = await signUp(oldEmail);
    await signUp(newEmail, { isVerified: false });
    await ask(ada);
    expect((await confirm(ada)).email).toBe(newEmail);
  });
});

describe('the old address stops a change', () => {
  const stop = async (token: string, minutes: number) => stopEmailChange(db, token, at(minutes));

  test('when a change is stopped before it is confirmed, the link to the new address is dead, everybody is signed out, and the password is new', async () => {
    const ada = await signUp(oldEmail);
    const session = await startSession(db, ada.id, openingDay);
    await ask(ada);
    await stop(await tokenIn(oldEmail, 'stop'), 2);
    await expect(confirm(ada, { minutes: 3 })).rejects.toMatchObject({ code: 'invalid' });
    expect(await findSession(db, session, minutesLater(3))).toBeUndefined();
    await expect(signIn(db, { email: oldEmail, password }, at(3))).rejects.toThrow("isn't right");
    await resetPassword(db, { token: await tokenIn(oldEmail, 'reset'), password: 'another long walk' }, at(3));
    expect((await signIn(db, { email: oldEmail, password: 'another long walk' }, at(3))).account.id).toBe(ada.id);
  });

  test('when a change is stopped within seven days after it was confirmed, the old address is back, and links mailed to the new one are dead', async () => {
    const ada = await signUp(oldEmail);
    await ask(ada);
    const changed = await confirm(ada);
    const end = hours(7 * 24);
    await requestPasswordReset(db, newEmail, at(end - 5));
    const theirs = await tokenIn(newEmail, 'reset');
    await stop(await tokenIn(oldEmail, 'stop'), end);
    expect(await emailOf(ada)).toBe(oldEmail);
    await expect(resetPassword(db, { token: theirs, password: 'another long walk' }, at(end + 1))).rejects.toMatchObject({
      kind: 'invalid',
    });
    await expect(confirmEmailChange(db, changed, { token: await tokenIn(newEmail, 'confirm'), session: '' }, at(4))).rejects.toMatchObject({
      code: 'invalid',
    });
  });

  test('the old address undoes a stranger’s later changes as well, and the stranger’s own links to stop cannot bring them back', async () => {
    const ada = await signUp(oldEmail);
    await ask(ada);
    const second = await confirm(ada);
    await ask(second, 'third@example.com', 3);
    await confirm(second, { minutes: 4, email: 'third@example.com' });
    await stop(await tokenIn(oldEmail, 'stop'), 5);
    expect(await emailOf(ada)).toBe(oldEmail);
    await expect(stop(await tokenIn(newEmail, 'stop'), 6)).rejects.toMatchObject({ code: 'invalid' });
    expect(await emailOf(ada)).toBe(oldEmail);
  });

  test('two-step sign-in that was switched on after a change was asked for ends when it is stopped, so that the owner can sign in', async () => {
    const ada = await signUp(oldEmail);
    await ask(ada);
    const stranger = await confirm(ada);
    await switchOn(stranger, 3);
    await stop(await tokenIn(oldEmail, 'stop'), 4);
    expect((await mailTo(oldEmail))[0]?.text).toContain('we’ve switched it off');
    expect(await readSecondFactor(db, ada.id)).toEqual({ since: null, recoveryCodesLeft: 0 });
    await resetPassword(db, { token: await tokenIn(oldEmail, 'reset'), password: 'another long walk' }, at(5));
    expect((await signIn(db, { email: oldEmail, password: 'another long walk' }, at(5))).account.id).toBe(ada.id);
  });

  test('two-step sign-in from before a change stays on when the change is stopped', async () => {
    const ada = await signUp(oldEmail);
    const secret = await switchOn(ada, 1);
    await ask(ada, newEmail, 3, { oneTimeCode: codeOf(secret, 3) });
    await stop(await tokenIn(oldEmail, 'stop'), 4);
    expect((await mailTo(oldEmail))[0]?.text).not.toContain('switched it off');
    expect(await readSecondFactor(db, ada.id)).toEqual({ since: minutesLater(1).toISOString(), recoveryCodesLeft: 10 });
  });

  test('the old address cannot stop a change a second time, after seven days, or by a wrong link', async () => {
    const ada = await signUp(oldEmail);
    await ask(ada);
    const token = await tokenIn(oldEmail, 'stop');
    await expect(stop('x'.repeat(43), 2)).rejects.toMatchObject({ code: 'invalid' });
    await expect(stop(token, 1 + hours(7 * 24))).rejects.toMatchObject({ code: 'invalid' });
    await stop(token, 2);
    await expect(stop(token, 3)).rejects.toMatchObject({ code: 'invalid' });
  });

  test('a link for a new password that is asked for at the new address while the change is stopped works for nobody there', async () => {
    for (let round = 0; round < 12; round += 1) {
      for (const table of ['account', 'mail', 'limit_hit'] as const) await db.deleteFrom(table).execute();
      const ada = await signUp(oldEmail);
      await ask(ada);
      await confirm(ada);
      const stopToken = await tokenIn(oldEmail, 'stop');
      // The link is asked for so many statements after the stop has begun.
      const asked = async (): Promise<void> => {
        for (let step = 0; step < round; step += 1) await db.selectFrom('account').select('id').execute();
        await requestPasswordReset(db, newEmail, at(3));
      };
      await Promise.all(round % 2 === 0 ? [stop(stopToken, 3), asked()] : [asked(), stop(stopToken, 3)]);
      const theirs = await tokenIn(newEmail, 'reset').catch(() => '');
      await expect(resetPassword(db, { token: theirs, password: 'another long walk' }, at(4))).rejects.toMatchObject({ kind: 'invalid' });
      await resetPassword(db, { token: await tokenIn(oldEmail, 'reset'), password: 'another long walk' }, at(4));
    }
  });

  test('when a change is stopped while it is being confirmed, the account has the old address afterwards, whichever comes first', async () => {
    for (let round = 0; round < 5; round += 1) {
      await db.deleteFrom('account').execute();
      await db.deleteFrom('mail').execute();
      const ada = await signUp(oldEmail);
      await ask(ada);
      const token = await tokenIn(oldEmail, 'stop');
      await Promise.allSettled(round % 2 === 0 ? [confirm(ada), stop(token, 2)] : [stop(token, 2), confirm(ada)]);
      expect(await emailOf(ada)).toBe(oldEmail);
    }
  });
});

describe('what is kept of a change', () => {
  test('the owner’s export names a change of the email address, and what is kept of it is deleted after 30 days', async () => {
    const ada = await signUp(oldEmail);
    await ask(ada);
    const changed = await confirm(ada);
    const { account } = await exportPersonalData(db, ownerOf(changed), minutesLater(3));
    expect(account?.emailChanges).toEqual([
      { from: oldEmail, to: newEmail, askedAt: minutesLater(1).toISOString(), confirmedAt: minutesLater(2).toISOString(), stoppedAt: null },
    ]);
    const rows = () => db.selectFrom('token').select('data').where('purpose', 'in', ['confirmEmail', 'stopEmail']).execute();
    await purgeExpired(db, minutesLater(hours(30 * 24)), imageStore);
    expect(await rows()).toHaveLength(2);
    await purgeExpired(db, minutesLater(1 + hours(30 * 24)), imageStore);
    expect(await rows()).toEqual([]);
  });
});
