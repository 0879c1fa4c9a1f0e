import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { generateSync } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import { recoveryCodes, secondFactorSetUp, secondFactorStatus } from '#contract/account.ts';
import { oneTimeCodeError } from '#contract/account-forms.ts';
import { endpoints } from '#contract/endpoints.ts';
import { removeSecondFactor } from '#server/domain/accounts/second-factor.ts';
import { purgeExpired } from '#server/domain/purge-expired.ts';
import { createSecretBox } from '#server/domain/secret-box.ts';
import { createLog } from '#server/log.ts';
import { prepareSecrets } from '#server/prepare-secrets.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { meanwhile } from '#tests/support/at-once.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { anAccountRow } from '#tests/support/orders.ts';
import { cheapPasswords, plainSecrets } from '#tests/support/passwords.ts';
import { pictureFolder } from '#tests/support/refunds.ts';
import { aBrowser } from '#tests/support/test-browser.ts';

const db = await freshDatabase('empty');
const imageStore = refundImagesIn(await pictureFolder());
let now = openingDay;
let log = createLog('silent');
let secretBox = plainSecrets;
const aProcess = () => createTestApp({ db, clock: () => now, log, secretBox });
let app = aProcess();
const later = (seconds: number): Date => new Date(now.getTime() + 1000 * seconds);

const email = 'ada@example.com';
const password = 'a long walk home';
const passwordHash = await cheapPasswords.hash(password);

beforeEach(async () => {
  now = openingDay;
  log = createLog('silent');
  secretBox = plainSecrets;
  app = aProcess();
  for (const table of ['mail', 'limit_hit', 'account'] as const) await db.deleteFrom(table).execute();
  for (const name of [email, 'eve@example.com'])
    await db
      .insertInto('account')
      .values({ ...anAccountRow(name, name), password_hash: passwordHash })
      .execute();
});

const aVisitor = async (from?: string, on = app) => {
  const browser = aBrowser(on, from);
  await browser.open();
  return browser;
};
type Browser = Awaited<ReturnType<typeof aVisitor>>;
const signIn = (browser: Browser, oneTimeCode?: string, as = email) =>
  browser.send(endpoints.login, { email: as, password, ...(oneTimeCode !== undefined && { oneTimeCode }) });
const signedIn = async (as = email): Promise<Browser> => {
  const browser = await aVisitor();
  expect((await signIn(browser, undefined, as)).status).toBe(200);
  return browser;
};
const isSignedIn = async (browser: Browser): Promise<boolean> => {
  const { body } = await browser.open();
  return (body as { user: unknown }).user !== null;
};
const codeAt = (secret: string, at: Date): string => generateSync({ secret, epoch: Math.floor(at.getTime() / 1000) });
const start = async (browser: Browser): Promise<string> => {
  const { status, body } = await browser.send(endpoints.startSecondFactor, { password });
  expect(status).toBe(200);
  return secondFactorSetUp.parse(body).secret;
};

/** Switches it on in a signed-in browser; 30 seconds later a next code works. */
const switchedOn = async () => {
  const browser = await signedIn();
  const secret = await start(browser);
  const { status, body } = await browser.send(endpoints.confirmSecondFactor, { oneTimeCode: codeAt(secret, now) });
  expect(status).toBe(200);
  now = later(30);
  return { browser, secret, code: () => codeAt(secret, now), codes: recoveryCodes.parse(body).recoveryCodes };
};
const wrong = (code: string): string => String((Number(code) + 500_000) % 1_000_000).padStart(6, '0');
const subjects = async (): Promise<string[]> =>
  (await db.selectFrom('mail').select('subject').orderBy('created_at').orderBy('id').execute()).map(({ subject }) => subject);
const statusOf = async (browser: Browser) => secondFactorStatus.parse((await browser.send(endpoints.secondFactor)).body);

describe('setting up two-step sign-in', () => {
  test('a shopper gets a secret, a link and a QR code, and a code of the app switches it on, with ten recovery codes and a mail', async () => {
    const browser = await signedIn();
    expect(await statusOf(browser)).toEqual({ since: null, recoveryCodesLeft: 0 });
    const { body, headers } = await browser.send(endpoints.startSecondFactor, { password });
    const { secret, link, qrCode } = secondFactorSetUp.parse(body);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(link).searchParams.get('secret')).toBe(secret);
    expect(decodeURIComponent(link)).toContain('otpauth://totp/Flone:ada@example.com');
    expect(qrCode).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 (\d+) \1">.*<\/svg>$/);
    expect(await statusOf(browser)).toEqual({ since: null, recoveryCodesLeft: 0 });
    const answer = await browser.send(endpoints.confirmSecondFactor, { oneTimeCode: codeAt(secret, now).replace(/(...)/, '$1 ') });
    const codes = recoveryCodes.parse(answer.body).recoveryCodes;
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^(?:[\dA-HJKMNP-TV-Z]{4}-){3}[\dA-HJKMNP-TV-Z]{4}$/);
    expect(await statusOf(browser)).toEqual({ since: now.toISOString(), recoveryCodesLeft: 10 });
    expect(await subjects()).toEqual(['Two-step sign-in is on for Flone']);
  });

  test('switching two-step sign-in on needs the password, and a wrong code leaves it off', async () => {
    const browser = await signedIn();
    expect(await browser.send(endpoints.startSecondFactor, { password: 'not the password' })).toMatchObject({
      status: 422,
      body: { errors: { password: 'This is not your password. Nothing was changed.' } },
    });
    const secret = await start(browser);
    expect(await browser.send(endpoints.confirmSecondFactor, { oneTimeCode: wrong(codeAt(secret, now)) })).toMatchObject({
      status: 422,
      body: { errors: { oneTimeCode: expect.stringMatching(/^This code is not right/) } },
    });
    // A recovery code confirms nothing.
    expect((await browser.send(endpoints.confirmSecondFactor, { oneTimeCode: '7Q2M-4XKP-0ZB1-9HTD' })).status).toBe(422);
    expect((await signIn(await aVisitor())).status).toBe(200);
    expect(await subjects()).toEqual([]);
  });

  test('a set-up replaces an unfinished one, ends after an hour, and cannot replace what is on', async () => {
    const browser = await signedIn();
    const first = await start(browser);
    const second = await start(browser);
    expect((await browser.send(endpoints.confirmSecondFactor, { oneTimeCode: codeAt(first, now) })).status).toBe(422);
    now = later(3600);
    expect((await browser.send(endpoints.confirmSecondFactor, { oneTimeCode: codeAt(second, now) })).status).toBe(409);
    await purgeExpired(db, now, imageStore);
    expect(await db.selectFrom('second_factor').selectAll().execute()).toEqual([]);
    const secret = await start(browser);
    expect((await browser.send(endpoints.confirmSecondFactor, { oneTimeCode: codeAt(secret, now) })).status).toBe(200);
    expect((await browser.send(endpoints.startSecondFactor, { password })).status).toBe(409);
    await purgeExpired(db, later(7200), imageStore);
    expect((await statusOf(browser)).since).not.toBeNull();
  });

  test('switching two-step sign-in on ends every other session, which was opened with the password alone', async () => {
    const elsewhere = await signedIn();
    const { browser } = await switchedOn();
    expect(await isSignedIn(browser)).toBe(true);
    expect(await isSignedIn(elsewhere)).toBe(false);
  });

  test('the code that switches two-step sign-in on is one that the desk asks for, however long ago the session was opened', async () => {
    const browser = await signedIn();
    now = later(13 * 3600);
    const secret = await start(browser);
    await browser.send(endpoints.confirmSecondFactor, { oneTimeCode: codeAt(secret, now) });
    expect(await db.selectFrom('session').select('code_at').execute()).toEqual([{ code_at: now.toISOString() }]);
  });

  test('the same code confirmed twice at once switches two-step sign-in on once, with one set of recovery codes', async () => {
    const browser = await signedIn();
    const secret = await start(browser);
    const confirm = () => browser.send(endpoints.confirmSecondFactor, { oneTimeCode: codeAt(secret, now) });
    const statuses = (await Promise.all([confirm(), confirm(), confirm()])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409, 409]);
    expect((await statusOf(browser)).recoveryCodesLeft).toBe(10);
  });

  test('the database holds no recovery code in readable form', async () => {
    const { codes } = await switchedOn();
    const rows = JSON.stringify([
      await db.selectFrom('recovery_code').selectAll().execute(),
      await db.selectFrom('mail').selectAll().execute(),
    ]);
    expect(rows).toContain(email);
    for (const code of codes) {
      expect(rows).not.toContain(code);
      expect(rows).not.toContain(code.replaceAll('-', ''));
    }
  });
});

describe('signing in with two steps', () => {
  test('the right password asks for the code and opens no session; the code does', async () => {
    const { code } = await switchedOn();
    const browser = await aVisitor();
    const asked = await signIn(browser);
    expect(asked).toMatchObject({ status: 422, body: { code: oneTimeCodeError.needed, errors: { oneTimeCode: expect.any(String) } } });
    expect(browser.cookies.has('session')).toBe(false);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await signIn(browser, code())).toMatchObject({ status: 200, body: { user: { email } } });
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('a wrong password does not reveal that there is a second step, with or without a code', async () => {
    const { code } = await switchedOn();
    const browser = await aVisitor();
    const answers = [];
    for (const [as, oneTimeCode] of [
      [email, undefined],
      [email, code()],
      ['eve@example.com', undefined],
      ['nobody@example.com', '123456'],
    ] as const)
      answers.push(await browser.send(endpoints.login, { email: as, password: 'not the password', ...(oneTimeCode && { oneTimeCode }) }));
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
      answers.map(() => ({ status: 401, body: { message: "That email or password isn't right." } })),
    );
  });

  test('a wrong code, one of another account and one that is too old open no session', async () => {
    const { secret, code } = await switchedOn();
    const browser = await aVisitor();
    for (const oneTimeCode of [wrong(code()), codeAt(secret, later(-90)), codeAt(secret, later(90)), '7Q2M-4XKP-0ZB1-9HTD'])
      expect(await signIn(browser, oneTimeCode)).toMatchObject({ status: 401, body: { code: oneTimeCodeError.wrong } });
    expect(await isSignedIn(browser)).toBe(false);
    expect((await signIn(browser, code(), 'eve@example.com')).status).toBe(200);
  });

  test.each([-30, 30])('a code of a phone whose clock differs by %i seconds signs in', async (seconds) => {
    const { secret } = await switchedOn();
    now = later(30);
    expect((await signIn(await aVisitor(), codeAt(secret, later(seconds)))).status).toBe(200);
  });

  test('a code works once: neither it nor an earlier one signs in again, and the next one does', async () => {
    const { secret, code } = await switchedOn();
    // The code that confirmed the set-up.
    expect((await signIn(await aVisitor(), codeAt(secret, later(-30)))).status).toBe(401);
    expect((await signIn(await aVisitor(), code())).status).toBe(200);
    expect((await signIn(await aVisitor(), code())).status).toBe(401);
    now = later(30);
    expect((await signIn(await aVisitor(), codeAt(secret, later(-30)))).status).toBe(401);
    expect((await signIn(await aVisitor(), code())).status).toBe(200);
  });

  test('of four calls with the same code at once, in two processes, one opens a session', async () => {
    const { code } = await switchedOn();
    const other = aProcess();
    const browsers = await Promise.all(Array.from({ length: 4 }, (_, at) => aVisitor(undefined, at % 2 === 0 ? app : other)));
    const statuses = (await Promise.all(browsers.map((browser) => signIn(browser, code())))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 401, 401, 401]);
  });

  test('guesses of a code are delayed from the fifth on and locked after ten, from any IP address and in any process, and a known browser has a limit of its own', async () => {
    const { browser: known, code, secret } = await switchedOn();
    await known.send(endpoints.logout);
    const other = aProcess();
    const guess = async (at: number) => {
      const thief = await aVisitor(`203.0.113.${at}`, at % 2 === 0 ? app : other);
      return (await signIn(thief, wrong(code()))).status;
    };
    for (let at = 0; at < 5; at += 1) expect(await guess(at)).toBe(401);
    expect(await guess(5)).toBe(429);
    for (let at = 6; at < 11; at += 1) {
      now = later(20);
      expect(await guess(at)).toBe(401);
    }
    now = later(60);
    expect(await guess(11)).toBe(429);
    // Also the right code, from where nobody has signed in before.
    expect((await signIn(await aVisitor('198.51.100.1'), codeAt(secret, now))).status).toBe(429);
    expect((await signIn(known, codeAt(secret, now))).status).toBe(200);
    now = later(15 * 60);
    expect((await signIn(await aVisitor('198.51.100.1'), codeAt(secret, now))).status).toBe(200);
  });

  test('after fifty wrong codes in a row an attacker has to wait for a day, and a known browser goes on signing in', async () => {
    const { browser: known, code } = await switchedOn();
    const attacker = await aVisitor('203.0.113.1');
    // After each lockout, so that only the limit of a day can refuse.
    const guess = async () => {
      now = later(15 * 60 + 1);
      return (await signIn(attacker, wrong(code()))).status;
    };
    for (let guesses = 0; guesses < 50; guesses += 1) expect(await guess()).toBe(401);
    expect(await guess()).toBe(429);
    expect((await signIn(known, code())).status).toBe(200);
    now = later(24 * 3600);
    expect(await guess()).toBe(401);
  });

  test('a browser that signed in before two-step sign-in was switched on has no guesses of its own, and the browser that confirmed it has', async () => {
    const collected = [await signedIn(), await signedIn(), await signedIn()];
    const { browser: owner, code } = await switchedOn();
    const statuses = [];
    for (const browser of [...collected, ...collected]) statuses.push((await signIn(browser, wrong(code()))).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await signIn(await aVisitor(), code())).status).toBe(429);
    expect((await signIn(owner, code())).status).toBe(200);
  });

  test('the browser in which two-step sign-in was switched off stays a known one, which strangers cannot lock out', async () => {
    const { browser: owner, code } = await switchedOn();
    expect((await owner.send(endpoints.endSecondFactor, { password, oneTimeCode: code() })).status).toBe(204);
    const stranger = await aVisitor();
    const wrongPassword = { email, password: 'not the password' };
    for (let at = 0; at < 5; at += 1) expect((await stranger.send(endpoints.login, wrongPassword)).status).toBe(401);
    // From the same address.
    expect((await signIn(stranger)).status).toBe(429);
    expect((await signIn(owner)).status).toBe(200);
  });

  test('a right code resets the count of wrong ones', async () => {
    const { code } = await switchedOn();
    const owner = await aVisitor();
    const guess = async (oneTimeCode: string) => {
      now = later(15 * 60 + 1);
      return (await signIn(owner, oneTimeCode)).status;
    };
    for (let guesses = 0; guesses < 49; guesses += 1) expect(await guess(wrong(code()))).toBe(401);
    now = later(15 * 60 + 1);
    expect((await signIn(await aVisitor(), code())).status).toBe(200);
    for (let guesses = 0; guesses < 2; guesses += 1) expect(await guess(wrong(code()))).toBe(401);
  });

  test('a thief of the mailbox gets no new guesses of the code by setting a new password again', async () => {
    const { code } = await switchedOn();
    const thief = await aVisitor('203.0.113.9');
    const resetAs = async (chosen: string) => {
      now = later(60);
      await thief.send(endpoints.forgotPassword, { email });
      const mails = await db
        .selectFrom('mail')
        .select('text')
        .where('subject', 'like', 'Choose a new password%')
        .orderBy('created_at')
        .execute();
      const token = /reset=([\w-]{43})/.exec(mails.at(-1)?.text ?? '')?.[1];
      expect((await thief.send(endpoints.resetPassword, { token, password: chosen })).status).toBe(200);
    };
    const guess = async (chosen: string) =>
      (await thief.send(endpoints.login, { email, password: chosen, oneTimeCode: wrong(code()) })).status;
    await resetAs('another long walk');
    for (let guesses = 0; guesses < 10; guesses += 1) {
      now = later(20);
      expect(await guess('another long walk')).toBe(401);
    }
    await resetAs('yet another long walk');
    expect(await guess('yet another long walk')).toBe(429);
  });

  test('concurrent guesses of a code do not get more tries than consecutive ones', async () => {
    const { code } = await switchedOn();
    const thieves = await Promise.all(Array.from({ length: 20 }, (_, at) => aVisitor(`203.0.113.${at}`)));
    const statuses = (await Promise.all(thieves.map((thief) => signIn(thief, wrong(code()))))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5);
  });
});

describe('recovery codes', () => {
  test('a recovery code signs in once, as it is typed by hand, and the owner is mailed', async () => {
    const { codes } = await switchedOn();
    const [one = '', other = ''] = codes;
    const typed = ` ${one.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
    const browser = await aVisitor();
    expect((await signIn(browser, typed)).status).toBe(200);
    expect((await statusOf(browser)).recoveryCodesLeft).toBe(9);
    expect((await signIn(await aVisitor(), one)).status).toBe(401);
    expect((await signIn(await aVisitor(), other)).status).toBe(200);
    expect((await subjects()).filter((subject) => subject === 'A recovery code for Flone was used')).toHaveLength(2);
    const mail = await db.selectFrom('mail').select('text').where('subject', 'like', 'A recovery code%').execute();
    expect(mail.map(({ text }) => /(\d+) are left/.exec(text)?.[1]).toSorted()).toEqual(['8', '9']);
  });

  test('of several calls with one recovery code at once, one opens a session', async () => {
    const { codes } = await switchedOn();
    const browsers = await Promise.all(Array.from({ length: 4 }, () => aVisitor()));
    const statuses = (await Promise.all(browsers.map((browser) => signIn(browser, codes[3])))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 401, 401, 401]);
  });

  test('a recovery code of another account does not work', async () => {
    const { codes } = await switchedOn();
    const eve = await signedIn('eve@example.com');
    const secret = await start(eve);
    await eve.send(endpoints.confirmSecondFactor, { oneTimeCode: codeAt(secret, now) });
    expect((await signIn(await aVisitor(), codes[0], 'eve@example.com')).status).toBe(401);
    expect((await signIn(await aVisitor(), codes[0])).status).toBe(200);
  });

  test('new recovery codes need password and code, replace the former ones, and are mailed about', async () => {
    const { browser, code, codes } = await switchedOn();
    const renew = (form: object) => browser.send(endpoints.renewRecoveryCodes, form);
    expect((await renew({ password: 'not the password', oneTimeCode: code() })).status).toBe(422);
    expect((await renew({ password, oneTimeCode: wrong(code()) })).status).toBe(422);
    const { status, body } = await renew({ password, oneTimeCode: code() });
    expect(status).toBe(200);
    const renewed = recoveryCodes.parse(body).recoveryCodes;
    expect(new Set([...codes, ...renewed]).size).toBe(20);
    expect((await signIn(await aVisitor(), codes[0])).status).toBe(401);
    expect((await signIn(await aVisitor(), renewed[0])).status).toBe(200);
    expect(await subjects()).toContain('You have new recovery codes for Flone');
  });
});

test('recovery codes that are renewed while two-step sign-in is switched off are gone with it', async () => {
  const { browser, secret, code } = await switchedOn();
  const renew = () => browser.send(endpoints.renewRecoveryCodes, { password, oneTimeCode: code() });
  const end = () => browser.send(endpoints.endSecondFactor, { password, oneTimeCode: codeAt(secret, later(30)) });
  expect(await meanwhile(db, 'mail', renew, end)).toEqual(['done', 'done']);
  expect(await statusOf(browser)).toEqual({ since: null, recoveryCodesLeft: 0 });
  expect(await db.selectFrom('recovery_code').selectAll().execute()).toEqual([]);
});

describe('switching two-step sign-in off', () => {
  test('switching two-step sign-in off needs password and code, ends the second step, and mails the owner', async () => {
    const { browser, code } = await switchedOn();
    const end = (form: object) => browser.send(endpoints.endSecondFactor, form);
    expect((await end({ password })).status).toBe(422);
    expect(await end({ password: 'not the password', oneTimeCode: code() })).toMatchObject({
      status: 422,
      body: { errors: { password: expect.any(String) } },
    });
    expect(await end({ password, oneTimeCode: wrong(code()) })).toMatchObject({
      status: 422,
      body: { errors: { oneTimeCode: expect.any(String) } },
    });
    expect((await statusOf(browser)).since).not.toBeNull();
    expect((await end({ password, oneTimeCode: code() })).status).toBe(204);
    expect(await statusOf(browser)).toEqual({ since: null, recoveryCodesLeft: 0 });
    expect((await signIn(await aVisitor())).status).toBe(200);
    expect(await subjects()).toContain('Two-step sign-in is off for Flone');
    expect((await end({ password, oneTimeCode: code() })).status).toBe(409);
  });

  test('a recovery code switches two-step sign-in off, too, for an owner who has lost the phone while signed in', async () => {
    const { browser, codes } = await switchedOn();
    expect((await browser.send(endpoints.endSecondFactor, { password, oneTimeCode: codes[9] })).status).toBe(204);
    expect(await db.selectFrom('recovery_code').selectAll().execute()).toEqual([]);
  });

  test('whoever has taken over a session cannot switch two-step sign-in off by guessing codes', async () => {
    const { browser, code } = await switchedOn();
    const guess = async () => (await browser.send(endpoints.endSecondFactor, { password, oneTimeCode: wrong(code()) })).status;
    const statuses = [];
    for (let at = 0; at < 6; at += 1) statuses.push(await guess());
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  test('a new password by mail does not switch two-step sign-in off', async () => {
    const { code } = await switchedOn();
    const browser = await aVisitor();
    await browser.send(endpoints.forgotPassword, { email });
    const { text } = await db
      .selectFrom('mail')
      .select('text')
      .where('subject', 'like', 'Choose a new password%')
      .executeTakeFirstOrThrow();
    const token = /reset=([\w-]{43})/.exec(text)?.[1];
    expect((await browser.send(endpoints.resetPassword, { token, password: 'another long walk' })).status).toBe(200);
    const credentials = { email, password: 'another long walk' };
    expect(await browser.send(endpoints.login, credentials)).toMatchObject({ status: 422, body: { code: oneTimeCodeError.needed } });
    expect((await browser.send(endpoints.login, { ...credentials, oneTimeCode: code() })).status).toBe(200);
  });

  test('the seller switches two-step sign-in off for an owner who has lost everything, and the owner is mailed', async () => {
    await switchedOn();
    const sender = { shopName: 'Flone', shopUrl: 'http://localhost:3000' };
    expect(await removeSecondFactor(db, 'ADA@example.com', { sender, now })).toEqual({ email, wasOn: true });
    expect((await signIn(await aVisitor())).status).toBe(200);
    expect(await removeSecondFactor(db, email, { sender, now })).toEqual({ email, wasOn: false });
    expect((await subjects()).filter((subject) => subject === 'Two-step sign-in is off for Flone')).toHaveLength(1);
    await expect(removeSecondFactor(db, 'nobody@example.com', { sender, now })).rejects.toThrow('There is no account');
  });
});

describe('the data of two-step sign-in', () => {
  test('the export says whether two-step sign-in is on and holds no secret, and a deleted account leaves nothing of it', async () => {
    const { browser, secret } = await switchedOn();
    const { body } = await browser.send(endpoints.exportUser);
    expect(body).toMatchObject({ account: { twoStepSignIn: { since: openingDay.toISOString(), recoveryCodesLeft: 10 } } });
    expect(JSON.stringify(body)).not.toContain(secret);
    expect((await browser.send(endpoints.deleteUser, { password })).status).toBe(204);
    expect(await db.selectFrom('second_factor').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('recovery_code').selectAll().execute()).toEqual([]);
  });

  test('each step that matters is one line in the security log, without anything personal', async () => {
    const lines: string[] = [];
    const destination = new Writable({
      write: (chunk, _, done) => {
        lines.push(String(chunk));
        done();
      },
    });
    log = createLog('warn', destination);
    app = aProcess();
    const { browser, code, codes } = await switchedOn();
    await signIn(await aVisitor(), wrong(code()));
    await signIn(await aVisitor(), codes[0]);
    await browser.send(endpoints.renewRecoveryCodes, { password, oneTimeCode: wrong(code()) });
    await browser.send(endpoints.renewRecoveryCodes, { password, oneTimeCode: code() });
    now = later(30);
    await browser.send(endpoints.endSecondFactor, { password, oneTimeCode: code() });
    expect(lines.map((line): unknown => JSON.parse(line).event)).toEqual([
      'second factor on',
      'sign-in failed',
      'recovery code used',
      'token refused',
      'recovery codes renewed',
      'second factor off',
    ]);
    // Not the name alone: a request id may contain it.
    expect(lines.join('')).not.toMatch(/ada@|\bada\b/i);
  });
});

describe('a shop with SECRETS_KEY', () => {
  const [today, former] = [randomBytes(32), randomBytes(32)];
  const publicShop = { databaseUrl: undefined, publicUrl: 'https://shop.example' };
  /** As when a process starts with these keys; returns what it prints. */
  const startWith = async (...keys: Buffer[]): Promise<string[]> => {
    secretBox = createSecretBox(keys);
    app = aProcess();
    return prepareSecrets(db, secretBox, publicShop);
  };
  const storedSecret = async () => (await db.selectFrom('second_factor').select('secret').executeTakeFirstOrThrow()).secret;

  test('the database holds no secret of an app in readable form, and its codes switch two-step sign-in on and sign in', async () => {
    expect(await startWith(today)).toEqual(['Secrets of two-step sign-in are stored encrypted']);
    const { secret, code } = await switchedOn();
    expect(await storedSecret()).toMatch(/^enc1\.[\da-f]{8}\.[\w-]{80}$/);
    expect(await storedSecret()).not.toContain(secret);
    expect((await signIn(await aVisitor(), wrong(code()))).status).toBe(401);
    expect((await signIn(await aVisitor(), code())).status).toBe(200);
  });

  test('what was stored readable is encrypted at the start, a new key takes over from a former one, and codes go on signing in', async () => {
    expect(await startWith()).toEqual([
      'Secrets of two-step sign-in are stored readable, and client addresses by plain hashes: SECRETS_KEY is not set',
    ]);
    const { secret, code } = await switchedOn();
    expect(await storedSecret()).toBe(secret);
    for (const keys of [[former], [today, former], [today]]) {
      expect(await startWith(...keys)).toEqual(['Secrets of two-step sign-in are stored encrypted']);
      expect((await storedSecret()).startsWith(secretBox.prefix ?? 'none')).toBe(true);
      expect((await signIn(await aVisitor(), code())).status).toBe(200);
      now = later(30);
    }
  });

  test('with another key codes of the app are refused and open no session, and a recovery code signs in and switches it off', async () => {
    await startWith(former);
    const { code, codes } = await switchedOn();
    expect(await startWith(today)).toEqual([
      'SECRETS_KEY does not open all secrets of two-step sign-in. Accounts that need recovery codes: 1',
    ]);
    const browser = await aVisitor();
    expect(await signIn(browser, code())).toMatchObject({
      status: 503,
      body: { message: 'We cannot check codes of authenticator apps right now. Please use a recovery code.' },
    });
    expect(await isSignedIn(browser)).toBe(false);
    expect((await signIn(browser, codes[0])).status).toBe(200);
    const change = { password, oneTimeCode: codes[1] };
    expect((await browser.send(endpoints.endSecondFactor, change)).status).toBe(204);
    expect(await startWith(today)).toEqual(['Secrets of two-step sign-in are stored encrypted']);
  });

  test('a process without a key does not start on encrypted secrets, and says what to do', async () => {
    await startWith(today);
    const { secret } = await switchedOn();
    await expect(startWith()).rejects.toThrow(/^The database holds encrypted secrets of two-step sign-in: set SECRETS_KEY to their key\./);
    expect(await storedSecret()).not.toContain(secret);
  });
});
