import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { profile, signedIn } from '#contract/account.ts';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { failureBody } from '#contract/failure.ts';
import { orderList } from '#contract/order.ts';
import { registeredMessage, setRole } from '#server/domain/accounts/accounts.ts';
import { createPasswordHasher } from '#server/domain/accounts/passwords.ts';
import { sha256 } from '#server/domain/secrets.ts';
import { mailSellerNotices } from '#server/domain/seller/seller-notices.ts';
import { claimMail, queueEmail } from '#server/mail/outbox.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { htmlOf } from '#tests/support/mails.ts';
import { aBuyer } from '#tests/support/orders.ts';
import { cheapPasswords } from '#tests/support/passwords.ts';
import { type Answer, aBrowser } from '#tests/support/test-browser.ts';

const db = await freshDatabase('empty');
const opening = new Date('2025-09-01T09:00:00.000Z');
let now = opening;
const advance = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1000);
};
/** Each reading is a millisecond later, so that mails sort by time. */
const clock = (): Date => {
  now = new Date(now.getTime() + 1);
  return now;
};
const passwords = { ...cheapPasswords };
const site = { db, clock, passwords };
const app = createTestApp({ ...site, shopUrl: () => 'https://shop.example' });

beforeEach(async () => {
  now = opening;
  for (const table of ['order', 'session', 'token', 'registration', 'mail', 'limit_hit', 'account'] as const)
    await db.deleteFrom(table).execute();
});

const password = 'a long walk home';
const ada = { firstName: 'Ada', lastName: 'Moss', email: 'ada@example.com', password, acceptsTerms: true };
const eve = { ...ada, firstName: 'Eve', email: 'eve@example.com' };

const newBrowser = async (from?: string) => {
  const browser = aBrowser(app, from);
  await browser.open();
  return browser;
};
type Browser = Awaited<ReturnType<typeof newBrowser>>;

const refusalOf = ({ body }: Answer) => failureBody.parse(body);
const mails = () => db.selectFrom('mail').selectAll().orderBy('created_at').orderBy('id').execute();
const lastMail = async (to = ada.email) => {
  const found = await db.selectFrom('mail').selectAll().where('recipient', '=', to).orderBy('created_at', 'desc').executeTakeFirst();
  if (!found) throw new Error(`No mail went to ${to}.`);
  return found;
};
const codeIn = (text: string): string => /^ {4}(\d{6})$/m.exec(text)?.[1] ?? '';
const tokenIn = (text: string): string => /\?(?:token|reset)=([\w-]{43})/.exec(text)?.[1] ?? '';
/** A code other than the given one. */
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const anAccount = async (form = ada): Promise<void> => {
  const browser = await newBrowser('198.51.100.250');
  expect((await browser.send(endpoints.register, form)).status).toBe(201);
  const code = codeIn((await lastMail(form.email)).text);
  expect((await browser.send(endpoints.verifyEmail, { email: form.email, code })).status).toBe(200);
  await db.deleteFrom('limit_hit').execute();
};
const login = (browser: Browser, { email, password } = ada) => browser.send(endpoints.login, { email, password });
const aShopper = async (form = ada): Promise<Browser> => {
  await anAccount(form);
  const browser = await newBrowser();
  expect((await login(browser, form)).status).toBe(200);
  return browser;
};
const userOf = async (browser: Browser) => profile.parse((await browser.open()).body).user;
const update = (browser: Browser, id: string, changes: unknown) =>
  browser.send({ method: endpoints.updateUser.method, path: endpointPath(endpoints.updateUser.path, { userId: id }) }, changes);

describe('GET /user/profile for a visitor', () => {
  test('a visitor gets a null profile that no cache may store, and a CSRF cookie for unsafe requests', async () => {
    const browser = aBrowser(app);
    const { status, body, headers } = await browser.open();
    expect([status, body]).toEqual([200, { user: null }]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('set-cookie')).toMatch(/^XSRF-TOKEN=[\w-]{43}; Path=\/; SameSite=Lax$/);
    const token = browser.cookies.get('XSRF-TOKEN');
    await browser.open();
    expect(browser.cookies.get('XSRF-TOKEN')).toBe(token);
  });

  test('a storefront on a sibling host can read the CSRF cookie, and no other host can', async () => {
    const cookieFor = async (shopOrigin: string, publicUrl: string) =>
      (await aBrowser(createTestApp({ ...site, shopOrigin, publicUrl })).open()).headers.get('set-cookie');
    expect(await cookieFor('https://shop.example', 'https://api.shop.example')).toMatch(/; Domain=shop\.example;.*Secure/);
    expect(await cookieFor('https://www.shop.example', 'https://api.shop.example')).toMatch(/; Domain=shop\.example;/);
    expect(await cookieFor('https://shop.example', 'https://api.example')).not.toMatch(/Domain/);
    expect(await cookieFor('http://localhost:4000', 'http://localhost:3000')).not.toMatch(/Domain/);
  });
});

describe('POST /user/register', () => {
  test('a new shopper gets a code and a link by mail, and the code verifies the account', { tags: 'call.register' }, async () => {
    const browser = await newBrowser();
    const answer = await browser.send(endpoints.register, { ...ada, wantsToResell: true, marketing: true, phone: '0113 496 0142' });
    expect([answer.status, answer.body]).toEqual([201, { message: expect.stringMatching(/code/) }]);
    const { subject, text, parts } = await lastMail();
    expect(subject).toContain(codeIn(text));
    expect(await htmlOf({ subject, parts })).toContain(codeIn(text));
    expect(text).toContain(`https://shop.example/email-verification?token=${tokenIn(text)}`);
    expect((await login(browser)).status).toBe(403);
    expect((await browser.send(endpoints.verifyEmail, { email: ' ADA@example.com', code: codeIn(text) })).status).toBe(200);
    const { user } = signedIn.parse((await login(browser)).body);
    expect(user).toMatchObject({
      role: 'customer',
      firstName: 'Ada',
      email: ada.email,
      phone: '0113 496 0142',
      wantsToResell: true,
      marketing: true,
    });
    expect(user).not.toHaveProperty('reseller');
  });

  test('a code, and a link for a new password, are sent before a mail that has waited longer', async () => {
    await anAccount();
    await db.deleteFrom('mail').execute();
    await queueEmail(db, 'buyer@example.com', { subject: 'Your order', parts: ['Thank you.'] }, clock());
    const browser = await newBrowser();
    await browser.send(endpoints.register, eve);
    await browser.send(endpoints.forgotPassword, { email: ada.email });
    for (const to of [eve.email, ada.email, 'buyer@example.com']) expect(await claimMail(db, clock())).toMatchObject({ to });
  });

  test('the link verifies the account once, and says that it is used when opened again', async () => {
    const browser = await newBrowser();
    await browser.send(endpoints.register, ada);
    const token = tokenIn((await lastMail()).text);
    const [one, two] = await Promise.all([0, 1].map(() => browser.send(endpoints.verifyEmail, { token })));
    expect([one?.status, two?.status].toSorted()).toEqual([200, 422]);
    expect(refusalOf(await browser.send(endpoints.verifyEmail, { token }))).toMatchObject({ code: 'used', message: expect.any(String) });
    expect((await login(browser)).status).toBe(200);
  });

  test('the link expires after a day, and an unknown token is rejected', async () => {
    const browser = await newBrowser();
    await browser.send(endpoints.register, ada);
    const token = tokenIn((await lastMail()).text);
    advance(24 * 3600);
    expect(refusalOf(await browser.send(endpoints.verifyEmail, { token })).code).toBe('expired');
    expect(refusalOf(await browser.send(endpoints.verifyEmail, { token: 'x'.repeat(43) })).code).toBe('invalid');
    expect(refusalOf(await browser.send(endpoints.verifyEmail, { token: "' or 1=1 --" })).code).toBe('invalid');
  });

  test('a new shopper can apply to be a reseller, but cannot set a role', async () => {
    const browser = await newBrowser();
    const sent = `{"role":"reseller","_id":"u1","__proto__":{"role":"reseller"},"verified_at":"2025",${JSON.stringify(ada).slice(1)}`;
    expect((await browser.send(endpoints.register, sent)).status).toBe(201);
    const row = await db.selectFrom('account').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ role: 'customer', verified_at: null });
    expect(row.id).not.toBe('u1');
  });

  test('registering a known address gets the same response; its owner is mailed about the attempt, and the account is unchanged', async () => {
    const browser = await newBrowser();
    const unknown = await browser.send(endpoints.register, eve);
    await anAccount();
    const before = await db.selectFrom('account').selectAll().where('email', '=', ada.email).executeTakeFirstOrThrow();
    advance(1);
    const known = await browser.send(endpoints.register, {
      ...ada,
      email: 'Ada@Example.com',
      firstName: 'Mallory',
      password: 'another password',
    });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(await db.selectFrom('account').selectAll().where('email', '=', ada.email).executeTakeFirstOrThrow()).toEqual(before);
    const { subject, text } = await lastMail('Ada@Example.com');
    expect(subject).toMatch(/already have an account/);
    expect(codeIn(text) + tokenIn(text)).toBe('');
  });

  test('registering an unverified address again replaces its details and invalidates earlier codes', async () => {
    const browser = await newBrowser();
    await browser.send(endpoints.register, ada);
    const old = codeIn((await lastMail()).text);
    advance(1);
    await browser.send(endpoints.register, { ...ada, firstName: 'Adeline', password: 'quite another one' });
    const fresh = codeIn((await lastMail()).text);
    expect((await browser.send(endpoints.verifyEmail, { email: ada.email, code: old })).status).toBe(422);
    expect((await browser.send(endpoints.verifyEmail, { email: ada.email, code: fresh })).status).toBe(200);
    expect((await login(browser)).status).toBe(401);
    expect(signedIn.parse((await login(browser, { ...ada, password: 'quite another one' })).body).user.firstName).toBe('Adeline');
  });

  test.each([
    [{ email: 'ada', code: '' }, ['code', 'email']],
    [{ email: ada.email }, ['code']],
    [{ token: '' }, ['token']],
  ])('a confirmation by %j is refused with a message about %j: the code or the link, whichever was sent', async (body, fields) => {
    const answer = await (await newBrowser()).send(endpoints.verifyEmail, body);
    expect(Object.keys(refusalOf(answer).errors ?? {}).toSorted()).toEqual(fields);
  });

  test('the mail contains nothing that the registering person typed except the address', async () => {
    const browser = await newBrowser();
    await browser.send(endpoints.register, { ...ada, firstName: 'Win at https://evil.example', lastName: '<b>now</b>' });
    expect(JSON.stringify(await mails())).not.toMatch(/evil|<b>now/);
  });

  test('an invalid registration is rejected with a message for every wrong field', async () => {
    const browser = await newBrowser();
    const answer = await browser.send(endpoints.register, {
      email: 'ada',
      password: 'password1',
      firstName: ' ',
      lastName: 'x'.repeat(101),
      acceptsTerms: false,
    });
    expect(answer.status).toBe(422);
    expect(refusalOf(answer).errors).toEqual({
      firstName: 'Fill this in.',
      lastName: 'Use at most 100 characters.',
      email: 'Enter an email address such as name@example.com.',
      password: 'This password is one of the first that anybody would guess. Choose another.',
      acceptsTerms: 'Agree to the terms and conditions.',
    });
  });

  test('the database stores no password, code or token in readable form', async () => {
    const registering = await newBrowser('198.51.100.7');
    await registering.send(endpoints.register, eve);
    const waiting = await db.selectFrom('registration').selectAll().execute();
    const browser = await aShopper();
    await browser.send(endpoints.forgotPassword, { email: ada.email });
    const { text } = await lastMail();
    const kept = JSON.stringify([
      await db.selectFrom('account').selectAll().execute(),
      await db.selectFrom('session').selectAll().execute(),
      await db.selectFrom('token').selectAll().execute(),
      waiting,
    ]);
    expect(kept).toContain('$argon2id$v=19$');
    for (const secret of [password, tokenIn(text), browser.cookies.get('session') ?? '', registering.cookies.get('registration') ?? '']) {
      expect(secret).not.toBe('');
      expect(kept).not.toContain(secret);
    }
  });
});

describe('a verification code', () => {
  const registered = async (): Promise<{ browser: Browser; code: string }> => {
    const browser = await newBrowser();
    await browser.send(endpoints.register, ada);
    return { browser, code: codeIn((await lastMail()).text) };
  };
  const verify = (browser: Browser, code: string, email = ada.email) => browser.send(endpoints.verifyEmail, { email, code });

  test('a code is accepted for ten minutes', { tags: 'call.verify-email' }, async () => {
    const { browser, code } = await registered();
    advance(599);
    expect((await verify(browser, other(code))).status).toBe(422);
    expect((await verify(browser, code)).status).toBe(200);
    expect((await verify(browser, code)).status).toBe(422);
  });

  test('a code is rejected after ten minutes', async () => {
    const { browser, code } = await registered();
    advance(600);
    expect((await verify(browser, code)).status).toBe(422);
  });

  test('a code is rejected after five wrong tries', async () => {
    const { browser, code } = await registered();
    for (let time = 0; time < 5; time += 1) expect((await verify(browser, other(code))).status).toBe(422);
    expect((await verify(browser, code)).status).toBe(422);
  });

  test('concurrent guesses do not get more tries than consecutive ones', async () => {
    const { browser, code } = await registered();
    const wrong = Array.from({ length: 30 }, () => verify(browser, other(code)));
    const answers = await Promise.all(wrong);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422, 429]));
    const { hash } = await db.selectFrom('token').select('hash').executeTakeFirstOrThrow();
    const tries = db
      .selectFrom('limit_hit')
      .select('hits')
      .where('key', '=', sha256(`code:own:${hash}`));
    expect(await tries.execute()).toEqual([{ hits: 5 }]);
  });

  test('the correct code sent twice at once verifies the account once', async () => {
    const { browser, code } = await registered();
    const answers = await Promise.all([verify(browser, code), verify(browser, code)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  test('the code of another account is rejected', async () => {
    const { browser } = await registered();
    await browser.send(endpoints.register, eve);
    const code = codeIn((await lastMail(eve.email)).text);
    expect((await verify(browser, code)).status).toBe(422);
  });

  test('the response is the same for a wrong, expired, exhausted or used code and for an unknown address', async () => {
    const { browser, code } = await registered();
    const wrong = await verify(browser, other(code));
    const unknown = await verify(browser, code, 'nobody@example.com');
    advance(600);
    const old = await verify(browser, code);
    for (const { status, body } of [unknown, old]) expect([status, body]).toEqual([wrong.status, wrong.body]);
    expect(refusalOf(wrong)).toMatchObject({
      message: "This code isn't right, or has expired. After five attempts you need a new one.",
      errors: { code: 'Check the code, or ask for a new one.' },
      code: 'invalid',
    });
  });

  test('a shopper can request a new code once a minute, and it replaces the one before', async () => {
    const { browser, code } = await registered();
    const early = await browser.send(endpoints.resendCode, { email: ada.email });
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '60']);
    advance(60);
    expect((await browser.send(endpoints.resendCode, { email: ada.email })).status).toBe(200);
    const fresh = codeIn((await lastMail()).text);
    expect((await verify(browser, code)).status).toBe(422);
    expect((await verify(browser, fresh)).status).toBe(200);
  });
});

describe('an address that somebody else registers', () => {
  const vera = { ...ada, firstName: 'Vera', email: 'vera@example.com', password: 'a walk along the river' };
  const mallory = { ...vera, firstName: 'Mallory', password: 'my own little secret' };
  const guestOrder = 'ABCD-EFGH-JKMN-PQRS';

  beforeEach(async () => {
    const totals = { goods_total: 1000, delivery_total: 250, discount_total: 0, total: 1250 };
    const at = opening.toISOString();
    await db
      .insertInto('order')
      .values({
        ...totals,
        id: guestOrder,
        status: 'confirmed',
        billing: JSON.stringify({ ...aBuyer, email: vera.email }),
        note: '',
        gift_message: '',
        refuses_review_mail: 0,
        email_key: vera.email,
        shop_origin: '',
        trader: '',
        created_at: at,
        pay_by: at,
      })
      .execute();
  });

  const registerAs = async (form: typeof ada, browser?: Browser) => {
    const own = browser ?? (await newBrowser());
    advance(1);
    expect((await own.send(endpoints.register, form)).status).toBe(201);
    const { text } = await lastMail(form.email);
    return { browser: own, code: codeIn(text), token: tokenIn(text) };
  };
  /** Lets something happen while the next password is being compared. */
  const duringComparison = (act: () => Promise<unknown>): void => {
    const verify = vi.spyOn(passwords, 'verify').mockImplementationOnce(async (...compared) => {
      await act();
      return cheapPasswords.verify(...compared);
    });
    onTestFinished(() => verify.mockRestore());
  };
  const ordersOf = async (browser: Browser) => orderList.parse((await browser.send(endpoints.myOrders)).body).map(({ _id }) => _id);
  const expectCannotSignIn = async (form: typeof ada) => {
    const refused = await login(await newBrowser('203.0.113.66'), form);
    expect([401, 403]).toContain(refused.status);
  };
  const expectOwnerHasAccount = async () => {
    await expectCannotSignIn(mallory);
    const browser = await newBrowser('203.0.113.5');
    const { user } = signedIn.parse((await login(browser, vera)).body);
    expect(user.firstName).toBe('Vera');
    expect(await ordersOf(browser)).toEqual([guestOrder]);
  };

  test('neither the owner nor a mail gateway verifies a stranger’s registration by opening its link or entering its code: both need the password', async () => {
    const { code, token } = await registerAs(mallory);
    const gateway = await newBrowser('198.51.100.9');
    for (const proof of [{ token }, { email: vera.email, code }]) {
      const needed = await gateway.send(endpoints.verifyEmail, proof);
      expect([needed.status, refusalOf(needed)]).toMatchObject([
        422,
        {
          message: 'Enter the password that was chosen at registration, too.',
          errors: { password: 'Enter the password that you chose when you registered.' },
          code: 'passwordNeeded',
        },
      ]);
      const wrong = await gateway.send(endpoints.verifyEmail, { ...proof, password: vera.password });
      expect([wrong.status, refusalOf(wrong)]).toMatchObject([
        422,
        {
          message: 'This is not the password that was chosen at registration.',
          errors: { password: 'This is not the password that was chosen when this address was registered.' },
          code: 'passwordWrong',
        },
      ]);
    }
    expect((await login(await newBrowser(), mallory)).status).toBe(403);
    expect(await db.selectFrom('account').select(['verified_at', 'mailbox_proved_at']).execute()).toEqual([
      { verified_at: null, mailbox_proved_at: null },
    ]);
  });

  const ways = [
    ['code, in her own browser', ({ browser, code }) => browser.send(endpoints.verifyEmail, { email: vera.email, code })],
    ['link, in her own browser', ({ browser, token }) => browser.send(endpoints.verifyEmail, { token })],
    [
      'code, asked for on another device, with her password',
      async () => {
        const phone = await newBrowser();
        advance(60);
        await phone.send(endpoints.resendCode, { email: vera.email });
        const code = codeIn((await lastMail(vera.email)).text);
        return phone.send(endpoints.verifyEmail, { email: vera.email, code, password: vera.password });
      },
    ],
    [
      'link, on another device with her password',
      async ({ token }) => (await newBrowser()).send(endpoints.verifyEmail, { token, password: vera.password }),
    ],
  ] as const satisfies readonly (readonly [string, (hers: Awaited<ReturnType<typeof registerAs>>) => Promise<Answer>])[];

  describe.each(ways)('the owner registers the address herself and uses the %s', (_, confirm) => {
    test.each(['before', 'after'])('the owner gets the account although a stranger registered the address %s', async (when) => {
      const first = when === 'before' ? await registerAs(mallory) : undefined;
      const hers = await registerAs(vera);
      const other = first ?? (await registerAs(mallory));
      expect((await confirm(hers)).status).toBe(200);
      expect(refusalOf(await other.browser.send(endpoints.verifyEmail, { token: other.token })).code).toBe('used');
      expect((await other.browser.send(endpoints.verifyEmail, { email: vera.email, code: other.code })).status).toBe(422);
      expect(await db.selectFrom('registration').selectAll().execute()).toEqual([]);
      await expectOwnerHasAccount();
    });
  });

  test('a guess at the code of somebody else’s registration of the same address neither succeeds nor uses up its tries', async () => {
    const hers = await registerAs(vera);
    const { browser: strange } = await registerAs(mallory);
    for (const code of [hers.code, other(hers.code)])
      for (const password of [undefined, mallory.password, vera.password]) {
        const guessed = await strange.send(endpoints.verifyEmail, { email: vera.email, code, password });
        expect([guessed.status, refusalOf(guessed).code]).toEqual([422, 'invalid']);
      }
    expect((await hers.browser.send(endpoints.verifyEmail, { email: vera.email, code: hers.code })).status).toBe(200);
    await expectOwnerHasAccount();
  });

  test('a code typed in a browser without a registration is compared with the last one that was mailed, and uses up no tries of others', async () => {
    const hers = await registerAs(vera);
    const phone = await newBrowser();
    const enter = (code: string) => phone.send(endpoints.verifyEmail, { email: vera.email, code, password: vera.password });
    for (let time = 0; time < 5; time += 1) expect(refusalOf(await enter(other(hers.code))).code).toBe('invalid');
    expect(refusalOf(await enter(hers.code)).code).toBe('invalid');
    const { code } = await registerAs(mallory);
    expect(refusalOf(await enter(code)).code).toBe('passwordWrong');
    expect(refusalOf(await enter(hers.code)).code).toBe('invalid');
    expect((await hers.browser.send(endpoints.verifyEmail, { email: vera.email, code: hers.code })).status).toBe(200);
    await expectOwnerHasAccount();
  });

  test('a stranger’s registration is not verified by the owner’s browser and password', async () => {
    const hers = await registerAs(vera);
    const { token } = await registerAs(mallory);
    expect(refusalOf(await hers.browser.send(endpoints.verifyEmail, { token })).code).toBe('passwordNeeded');
    expect(refusalOf(await hers.browser.send(endpoints.verifyEmail, { token, password: vera.password })).code).toBe('passwordWrong');
    expect((await hers.browser.send(endpoints.verifyEmail, { token: hers.token })).status).toBe(200);
    await expectOwnerHasAccount();
  });

  test('the owner’s code and link stay valid when a stranger requests a new code, which also works with her password', async () => {
    const hers = await registerAs(vera);
    const { browser: strange } = await registerAs(mallory);
    advance(60);
    await strange.send(endpoints.resendCode, { email: vera.email });
    const bound = tokenIn((await lastMail(vera.email)).text);
    advance(60);
    await (await newBrowser()).send(endpoints.resendCode, { email: vera.email });
    const { text } = await lastMail(vera.email);
    const phone = await newBrowser();
    expect(refusalOf(await phone.send(endpoints.verifyEmail, { token: bound, password: vera.password })).code).toBe('passwordWrong');
    expect(refusalOf(await phone.send(endpoints.verifyEmail, { token: tokenIn(text) })).code).toBe('passwordNeeded');
    expect(refusalOf(await phone.send(endpoints.verifyEmail, { token: hers.token })).code).toBe('passwordNeeded');
    const answer = await phone.send(endpoints.verifyEmail, { email: vera.email, code: codeIn(text), password: vera.password });
    expect(answer.status).toBe(200);
    await expectOwnerHasAccount();
  });

  test('a new code requested by the owner’s own browser needs no password there', async () => {
    const { browser } = await registerAs(vera);
    await registerAs(mallory);
    advance(60);
    await browser.send(endpoints.resendCode, { email: vera.email });
    const { text } = await lastMail(vera.email);
    expect((await browser.send(endpoints.verifyEmail, { email: vera.email, code: codeIn(text) })).status).toBe(200);
    await expectOwnerHasAccount();
  });

  test('a new code requested on another device needs no password in the browser that registered', async () => {
    const { browser } = await registerAs(vera);
    advance(60);
    await (await newBrowser()).send(endpoints.resendCode, { email: vera.email });
    const token = tokenIn((await lastMail(vera.email)).text);
    expect((await browser.send(endpoints.verifyEmail, { token })).status).toBe(200);
    await expectOwnerHasAccount();
  });

  test.each(['link', 'code'])(
    'a stranger’s %s is refused as used when the owner verifies her registration while the stranger’s password is being compared',
    async (kind) => {
      const hers = await registerAs(vera);
      const { code, token } = await registerAs(mallory);
      duringComparison(() => hers.browser.send(endpoints.verifyEmail, { token: hers.token }));
      const proof = kind === 'link' ? { token } : { email: vera.email, code };
      const late = await (await newBrowser()).send(endpoints.verifyEmail, { ...proof, password: mallory.password });
      expect([late.status, refusalOf(late)]).toMatchObject([422, { code: kind === 'link' ? 'used' : 'invalid' }]);
      await expectOwnerHasAccount();
    },
  );

  test('when both verify at the same moment, one of them gets the account, with their own password and details', async () => {
    const both = [await registerAs(vera), await registerAs(mallory)];
    const answers = await Promise.all(both.map(({ browser, token }) => browser.send(endpoints.verifyEmail, { token })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    const winner = answers[0]?.status === 200 ? vera : mallory;
    const { user } = signedIn.parse((await login(await newBrowser(), winner)).body);
    expect(user.firstName).toBe(winner.firstName);
    expect((await login(await newBrowser(), winner === vera ? mallory : vera)).status).toBe(401);
  });

  test('resetting the password gives the owner the account, and invalidates the stranger’s code and link', async () => {
    const { browser, token } = await registerAs(mallory);
    advance(60);
    const owner = await newBrowser();
    await owner.send(endpoints.forgotPassword, { email: vera.email });
    const reset = tokenIn((await lastMail(vera.email)).text);
    expect((await owner.send(endpoints.resetPassword, { token: reset, password: vera.password })).status).toBe(200);
    expect(refusalOf(await browser.send(endpoints.verifyEmail, { token })).code).toBe('used');
    await expectCannotSignIn(mallory);
    expect((await login(owner, vera)).status).toBe(200);
    expect(await ordersOf(owner)).toEqual([guestOrder]);
  });

  test('an account verified without its password lists no guest orders until its password is reset by mail', async () => {
    await anAccount(vera);
    await db.updateTable('account').set({ mailbox_proved_at: null }).execute();
    const browser = await newBrowser();
    await login(browser, vera);
    expect(await ordersOf(browser)).toEqual([]);
    await browser.send(endpoints.forgotPassword, { email: vera.email });
    const token = tokenIn((await lastMail(vera.email)).text);
    await browser.send(endpoints.resetPassword, { token, password: mallory.password });
    await login(browser, { ...vera, password: mallory.password });
    expect(await ordersOf(browser)).toEqual([guestOrder]);
  });

  test('each browser that registers an address gets an HttpOnly secret, so that cookies do not reveal whether the address is known', async () => {
    await anAccount(vera);
    for (const form of [vera, eve]) {
      const browser = await newBrowser();
      const { headers } = await browser.send(endpoints.register, form);
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(/^registration=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/),
      ]);
    }
    const secure = aBrowser(createTestApp({ ...site, publicUrl: 'https://shop.example' }));
    await secure.open();
    const { headers } = await secure.send(endpoints.register, mallory);
    expect(headers.getSetCookie().join()).toMatch(
      /^__Host-registration=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  test('a planted secret, its hash, or the secret of an earlier registration does not replace the password', async () => {
    const { browser } = await registerAs(vera);
    const before = browser.cookies.get('registration') ?? '';
    const { token } = await registerAs(vera, browser);
    const { browser_hash } = await db.selectFrom('registration').select('browser_hash').executeTakeFirstOrThrow();
    for (const secret of [before, browser_hash, 'A'.repeat(43), '', '%00', "' or '1'='1"]) {
      const other = await newBrowser();
      other.cookies.set('registration', secret);
      expect(refusalOf(await other.send(endpoints.verifyEmail, { token })).code).toBe('passwordNeeded');
    }
    expect((await browser.send(endpoints.verifyEmail, { token })).status).toBe(200);
    expect(browser.cookies.has('registration')).toBe(false);
  });

  test('guessing the password during verification is rate-limited like sign-in, and the link works after the wait', async () => {
    const { token } = await registerAs(vera);
    const other = await newBrowser('203.0.113.9');
    const guess = (password: string) => other.send(endpoints.verifyEmail, { token, password });
    const answers = await Promise.all(Array.from({ length: 12 }, () => guess('not the password')));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
    expect((await guess(vera.password)).status).toBe(429);
    advance(1);
    expect((await guess(vera.password)).status).toBe(200);
  });

  test('guesses of a stranger’s password do not delay the owner, who registered the same address, on another device', async () => {
    const hers = await registerAs(vera);
    const { token } = await registerAs(mallory);
    const phone = await newBrowser();
    const enter = (proof: { readonly token: string; readonly password: string }) => phone.send(endpoints.verifyEmail, proof);
    for (let time = 0; time < 5; time += 1) expect((await enter({ token, password: 'not the password' })).status).toBe(422);
    expect((await enter({ token, password: 'not the password' })).status).toBe(429);
    expect((await enter({ token: hers.token, password: vera.password })).status).toBe(200);
    await expectOwnerHasAccount();
  });

  test('a mistyped password with a correct code does not use up the tries of the code', async () => {
    const { code } = await registerAs(vera);
    const phone = await newBrowser();
    const enter = (typed: string, password?: string) => phone.send(endpoints.verifyEmail, { email: vera.email, code: typed, password });
    expect(refusalOf(await enter(code)).code).toBe('passwordNeeded');
    for (let time = 0; time < 4; time += 1) expect(refusalOf(await enter(code, 'not the password')).code).toBe('passwordWrong');
    // With a wrong code the response does not reveal whether the password is correct.
    const right = await enter(other(code), vera.password);
    const wrong = await enter(other(code), 'not the password');
    expect([right.status, right.body]).toEqual([wrong.status, wrong.body]);
    expect(refusalOf(right).code).toBe('invalid');
    advance(1);
    expect((await enter(code, vera.password)).status).toBe(200);
    await expectOwnerHasAccount();
  });

  test('a stranger who registers an address again and again is limited, and its owner still registers from elsewhere', async () => {
    const stranger = await newBrowser('198.51.100.7');
    const answers: number[] = [];
    for (let time = 0; time < 6; time += 1) answers.push((await stranger.send(endpoints.register, mallory)).status);
    expect(answers).toEqual([201, 201, 201, 201, 201, 429]);
    const owner = await newBrowser();
    expect((await owner.send(endpoints.register, vera)).status).toBe(201);
    const { text } = await lastMail(vera.email);
    expect((await owner.send(endpoints.verifyEmail, { email: vera.email, code: codeIn(text) })).status).toBe(200);
    expect((await db.selectFrom('account').select('first_name').executeTakeFirstOrThrow()).first_name).toBe('Vera');
  });

  test('an address that is registered from many client addresses gets fifteen emails an hour', async () => {
    const answers: number[] = [];
    for (let client = 1; client <= 17; client += 1)
      answers.push((await (await newBrowser(`198.51.100.${client}`)).send(endpoints.register, mallory)).status);
    expect(answers).toEqual([...Array.from({ length: 15 }, () => 201), 429, 429]);
    expect(await mails()).toHaveLength(15);
    advance(3600);
    expect((await (await newBrowser()).send(endpoints.register, vera)).status).toBe(201);
  });

  test('a browser that registered an address is told to verify first when it signs in, although a stranger registered it later', async () => {
    const { browser } = await registerAs(vera);
    await registerAs(mallory);
    expect(refusalOf(await login(browser, vera)).code).toBe('unverified');
    expect((await login(browser, mallory)).status).toBe(401);
  });
});

describe('whether an address has an account cannot be observed:', () => {
  test.each(['resendCode', 'forgotPassword'] as const)(
    '%s gives the same response in the same time for known and unknown email addresses',
    async (name) => {
      await anAccount();
      const browser = aBrowser(createTestApp({ ...site, minResponseMs: 100 }));
      await browser.open();
      await browser.send(endpoints.register, eve);
      await db.deleteFrom('limit_hit').execute();
      const before = (await mails()).length;
      const answers: Answer[] = [];
      for (const email of [ada.email, eve.email, 'nobody@example.com']) {
        const start = performance.now();
        answers.push(await browser.send(endpoints[name], { email }));
        expect(performance.now() - start).toBeGreaterThan(95);
      }
      for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body]);
      expect((await mails()).length - before).toBe(name === 'resendCode' ? 1 : 2);
      const again = await Promise.all([ada.email, 'nobody@example.com'].map((email) => browser.send(endpoints[name], { email })));
      expect(again.map(({ status, body }) => [status, body])).toEqual([
        [429, again[0]?.body],
        [429, again[0]?.body],
      ]);
    },
  );

  test('registering gives the same response in the same time for known and unknown addresses', async () => {
    await anAccount();
    const browser = aBrowser(createTestApp({ ...site, minResponseMs: 100 }));
    await browser.open();
    for (const { email } of [ada, eve]) {
      const start = performance.now();
      const { status, body } = await browser.send(endpoints.register, { ...eve, email });
      expect(performance.now() - start).toBeGreaterThan(95);
      expect([status, body]).toEqual([201, { message: registeredMessage }]);
    }
  });

  test('login gives the same response, and hashes a password, for an unknown address and for a wrong password', async () => {
    await anAccount();
    const verify = vi.spyOn(passwords, 'verify');
    const browser = await newBrowser();
    const known = await browser.send(endpoints.login, { email: ada.email, password: 'not the password' });
    const unknown = await browser.send(endpoints.login, { email: 'nobody@example.com', password: 'not the password' });
    expect([unknown.status, unknown.body]).toEqual([401, known.body]);
    expect([known.status, refusalOf(known).message]).toEqual([401, "That email or password isn't right."]);
    expect(verify.mock.calls).toEqual([
      ['not the password', expect.stringMatching(/^\$argon2id/)],
      ['not the password', undefined],
    ]);
  });

  test('unknown addresses are locked out like known ones', async () => {
    await anAccount();
    const knock = async (email: string): Promise<unknown[]> => {
      const browser = await newBrowser();
      const answers: unknown[] = [];
      for (let time = 0; time < 7; time += 1) {
        const { status, body } = await browser.send(endpoints.login, { email, password: 'not the password' });
        answers.push([status, body]);
      }
      return answers;
    };
    expect(await knock('nobody@example.com')).toEqual(await knock(ada.email));
  });
});

describe('POST /user/login', () => {
  test('the right password, and no wrong one, is hashed again when its hash has another cost than new ones', async () => {
    await anAccount();
    const former = await createPasswordHasher({ memoryCost: 16, timeCost: 2, parallelism: 1 }).hash(password);
    await db.updateTable('account').set({ password_hash: former }).execute();
    const storedHash = async () => (await db.selectFrom('account').select('password_hash').executeTakeFirstOrThrow()).password_hash;
    const browser = await newBrowser();
    expect((await login(browser, { ...ada, password: 'not the password' })).status).toBe(401);
    expect(await storedHash()).toBe(former);
    expect((await login(browser)).status).toBe(200);
    const renewed = await storedHash();
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    expect((await userOf(browser))?.email).toBe(ada.email);
    expect((await login(browser)).status).toBe(200);
    expect(await storedHash()).toBe(renewed);
  });

  test('signing in sets an HttpOnly session cookie for 30 days, and knows the browser for 180', { tags: 'call.login' }, async () => {
    await anAccount();
    const browser = await newBrowser();
    const { status, headers, body } = await login(browser);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.getSetCookie().find((cookie) => cookie.startsWith('session='))).toMatch(
      /^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(headers.getSetCookie().find((cookie) => cookie.startsWith('known-browser='))).toMatch(
      /^known-browser=[\w-]{43}\.[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(signedIn.parse(body).user).toEqual(await userOf(browser));
    expect(JSON.stringify(body)).not.toMatch(/argon2|password/i);
  });

  test('the profile of a signed-in shopper answers the user, without the password', { tags: 'call.profile' }, async () => {
    const browser = await aShopper();
    const { status, body } = await browser.open();
    expect(status).toBe(200);
    expect(body).toMatchObject({ user: { firstName: ada.firstName, lastName: ada.lastName, email: ada.email } });
    expect(JSON.stringify(body)).not.toMatch(/argon2|password/i);
  });

  test('with https, the session cookie is Secure and has the __Host- prefix', async () => {
    await anAccount();
    const secure = aBrowser(createTestApp({ ...site, publicUrl: 'https://shop.example' }));
    await secure.open();
    const { headers } = await secure.send(endpoints.login, { email: ada.email, password });
    for (const cookie of headers.getSetCookie()) expect(cookie).toMatch(/; Secure/);
    expect(headers.getSetCookie().join()).toMatch(/__Host-session=/);
    expect(profile.parse((await secure.open()).body).user?.firstName).toBe('Ada');
  });

  test('a shopper signs in with the address in any case, and the password in any Unicode form', async () => {
    await anAccount({ ...ada, password: 'caf\u00e9 au lait' });
    const browser = await newBrowser();
    expect((await login(browser, { ...ada, email: 'ADA@EXAMPLE.COM', password: 'cafe\u0301 au lait' })).status).toBe(200);
  });

  test('an unverified account is told to verify, but only with the correct password', async () => {
    const browser = await newBrowser();
    await browser.send(endpoints.register, ada);
    const refused = await login(browser);
    expect([refused.status, refusalOf(refused)]).toMatchObject([
      403,
      { code: 'unverified', message: 'Confirm your email address first: enter the code we have emailed you.' },
    ]);
    expect((await login(browser, { ...ada, password: 'not the password' })).status).toBe(401);
    expect(browser.cookies.has('session')).toBe(false);
  });

  test('signing in replaces a planted session, and ends the former one', async () => {
    await anAccount();
    const browser = await newBrowser();
    browser.cookies.set('session', 'A'.repeat(43));
    await login(browser);
    const first = browser.cookies.get('session') ?? '';
    expect(first).not.toBe('A'.repeat(43));
    const callToken = browser.cookies.get('XSRF-TOKEN');
    await login(browser);
    expect(browser.cookies.get('session')).not.toBe(first);
    expect(browser.cookies.get('XSRF-TOKEN')).not.toBe(callToken);
    const thief = await newBrowser();
    thief.cookies.set('session', first);
    expect(await userOf(thief)).toBeNull();
    thief.cookies.set('session', 'A'.repeat(43));
    expect(await userOf(thief)).toBeNull();
  });

  test.each(['', 'x', 'A'.repeat(43), 'A'.repeat(5000), "' or '1'='1", '%00', 'null', '../../etc/passwd'])(
    'the forged cookie %j does not sign anybody in',
    async (cookie) => {
      const browser = await aShopper();
      browser.cookies.set('session', cookie);
      expect(await userOf(browser)).toBeNull();
    },
  );

  test('the hash of a session token does not sign anybody in', async () => {
    const browser = await aShopper();
    const { token_hash } = await db.selectFrom('session').select('token_hash').executeTakeFirstOrThrow();
    browser.cookies.set('session', token_hash);
    expect(await userOf(browser)).toBeNull();
  });

  test('a session expires 30 days after its last use', async () => {
    const browser = await aShopper();
    advance(29 * 24 * 3600);
    const visit = await browser.open();
    expect(profile.parse(visit.body).user).not.toBeNull();
    expect(visit.headers.get('set-cookie')).toMatch(/^session=.*Max-Age=2592000/);
    expect((await browser.open()).headers.get('set-cookie')).toBeNull();
    advance(29 * 24 * 3600);
    expect(await userOf(browser)).not.toBeNull();
    advance(30 * 24 * 3600);
    expect(await userOf(browser)).toBeNull();
  });

  test('a session ends 90 days after the sign-in, and its cookie never lasts longer', async () => {
    const browser = await aShopper();
    const dayLong = 24 * 3600;
    const cookieDays = async (): Promise<number> => {
      const { headers } = await browser.open();
      // Rounded: the clock of these tests moves with each reading.
      return Math.ceil(Number(/^session=.*Max-Age=(\d+)/.exec(headers.get('set-cookie') ?? '')?.[1]) / dayLong);
    };
    const days: number[] = [];
    for (const pause of [29, 29, 3, 28]) {
      advance(pause * dayLong);
      days.push(await cookieDays());
    }
    expect(days).toEqual([30, 30, 29, 1]);
    expect(await userOf(browser)).not.toBeNull();
    advance(dayLong);
    expect(await userOf(browser)).toBeNull();
  });

  test('wrong passwords are delayed from the fifth on, and after ten this network is locked out for 15 minutes, also with the correct password, and no other', async () => {
    await anAccount();
    const browser = await newBrowser();
    const wrong = () => login(browser, { ...ada, password: 'not the password' });
    for (let time = 0; time < 5; time += 1) expect((await wrong()).status).toBe(401);
    const slowed = await login(browser);
    expect([slowed.status, slowed.headers.get('retry-after')]).toEqual([429, '1']);
    expect(refusalOf(slowed).message).toMatch(/wait one second/);
    for (const pause of [1, 2, 4, 8, 15]) {
      advance(pause);
      expect((await wrong()).status).toBe(401);
    }
    const locked = await login(await newBrowser());
    expect([locked.status, locked.headers.get('retry-after')]).toEqual([429, '900']);
    expect((await login(await newBrowser('203.0.113.7'))).status).toBe(200);
    advance(900);
    expect((await login(browser)).status).toBe(200);
  });

  describe('guessing a password from many networks', () => {
    const wrong = { ...ada, password: 'not the password' };
    /** Two guesses from each of so many networks; returns the statuses. */
    const attack = async (networks: number): Promise<number[]> => {
      const statuses: number[] = [];
      for (let network = 0; network < networks; network += 1) {
        const browser = await newBrowser(`203.0.${100 + (network >> 8)}.${network & 255}`);
        for (let time = 0; time < 2; time += 1) statuses.push((await login(browser, wrong)).status);
      }
      return statuses;
    };

    test('an attacker on many networks gets a hundred guesses an hour, and cannot keep out an owner whose browser has signed in before', async () => {
      const owner = await aShopper();
      await owner.send(endpoints.logout);
      await db.deleteFrom('limit_hit').execute();
      const statuses = await attack(60);
      expect(statuses.filter((status) => status === 401)).toHaveLength(100);
      expect(statuses.filter((status) => status === 429)).toHaveLength(20);
      expect((await login(await newBrowser('198.51.100.9'))).status).toBe(429);
      expect((await login(owner)).status).toBe(200);
      // Also from the attacker's own network, and when the owner mistypes.
      const traveller = await newBrowser('203.0.100.1');
      traveller.cookies.set('known-browser', owner.cookies.get('known-browser') ?? '');
      expect((await login(traveller, wrong)).status).toBe(401);
      expect((await login(traveller)).status).toBe(200);
      advance(3600);
      expect((await login(await newBrowser('198.51.100.9'))).status).toBe(200);
    });

    test('an attacker on many networks cannot keep out an owner on a new device, who chooses a new password by mail', async () => {
      await anAccount();
      await attack(50);
      const owner = await newBrowser('198.51.100.9');
      expect((await login(owner)).status).toBe(429);
      await owner.send(endpoints.forgotPassword, { email: ada.email });
      const fresh = 'quite another walk';
      expect((await owner.send(endpoints.resetPassword, { token: tokenIn((await lastMail()).text), password: fresh })).status).toBe(200);
      expect((await login(owner, { ...ada, password: fresh })).status).toBe(200);
    });

    test('an attacker gains nothing from a forged mark of a browser, one of another account, or one from before the password changed', async () => {
      const owner = await aShopper();
      const before = owner.cookies.get('known-browser') ?? '';
      const stranger = await aShopper(eve);
      const own = stranger.cookies.get('known-browser') ?? '';
      const id = (await userOf(owner))?._id ?? '';
      expect((await update(owner, id, { password: 'quite another walk', currentPassword: password })).status).toBe(200);
      expect(owner.cookies.get('known-browser')).not.toBe(before);
      for (const mark of [before, own, `${'A'.repeat(43)}.${'A'.repeat(43)}`, `${own.split('.')[0]}.${before.split('.')[1]}`, 'x', '']) {
        await db.deleteFrom('limit_hit').execute();
        const browser = await newBrowser();
        browser.cookies.set('known-browser', mark);
        for (let time = 0; time < 5; time += 1) expect((await login(browser, wrong)).status).toBe(401);
        // As a known browser it would have limits of its own.
        expect((await login(await newBrowser(), wrong)).status).toBe(429);
      }
    });

    test('whoever has the cookie of a known browser can guess no more often than anybody, and delays no other browser of the owner', async () => {
      const owner = await aShopper();
      const laptop = await newBrowser();
      expect((await login(laptop)).status).toBe(200);
      expect(owner.cookies.get('known-browser')).toMatch(/^[\w-]{43}\.[\w-]{43}$/);
      const statuses: number[] = [];
      for (let time = 0; time < 8; time += 1) statuses.push((await login(owner, wrong)).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
      expect((await login(laptop)).status).toBe(200);
    });

    test('an attacker cannot forge the mark of a disabled account, which has no password', async () => {
      await anAccount();
      await db.updateTable('account').set({ password_hash: '' }).execute();
      const browser = await newBrowser();
      const nonce = 'A'.repeat(43);
      browser.cookies.set('known-browser', `${nonce}.${createHmac('sha256', '').update(`known-browser:${nonce}`).digest('base64url')}`);
      for (let time = 0; time < 5; time += 1) expect((await login(browser, wrong)).status).toBe(401);
      expect((await login(await newBrowser(), wrong)).status).toBe(429);
    });
  });

  test('concurrent guesses do not get more tries than consecutive ones', async () => {
    await anAccount();
    const browser = await newBrowser();
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(browser, { ...ada, password: 'not the password' })));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test('sign-in is rate-limited by client address, for whichever accounts', async () => {
    const browser = await newBrowser();
    await db.insertInto('limit_hit').values({ key: 'x', hits: 1, free_at: now.toISOString(), ends_at: now.toISOString() }).execute();
    const answers: number[] = [];
    for (let time = 0; time < 101; time += 1) {
      const { status } = await browser.send(endpoints.login, { email: `${time}@example.com`, password: 'x' });
      answers.push(status);
    }
    expect(answers.slice(0, 100)).toEqual(Array(100).fill(401));
    expect(answers[100]).toBe(429);
    expect((await login(await newBrowser('203.0.113.7'))).status).toBe(401);
  });
});

describe('POST /user/logout', () => {
  test('signing out ends the session on the server, too', { tags: 'call.logout' }, async () => {
    const browser = await aShopper();
    const session = browser.cookies.get('session') ?? '';
    expect((await browser.send(endpoints.logout)).status).toBe(204);
    expect(browser.cookies.has('session')).toBe(false);
    browser.cookies.set('session', session);
    expect(await userOf(browser)).toBeNull();
  });

  test('signing out without a session succeeds', async () => {
    expect((await (await newBrowser()).send(endpoints.logout)).status).toBe(204);
  });

  test('another site cannot sign a shopper out: the CSRF token is required', { tags: 'call.csrf' }, async () => {
    const browser = await aShopper();
    expect((await browser.send(endpoints.logout, undefined, { 'x-xsrf-token': 'wrong' })).status).toBe(403);
    expect((await browser.send(endpoints.logout, undefined, { origin: 'https://evil.example' })).status).toBe(403);
    expect(await userOf(browser)).not.toBeNull();
  });
});

describe('a forgotten password', () => {
  const askFor = async (browser: Browser): Promise<string> => {
    expect((await browser.send(endpoints.forgotPassword, { email: ada.email })).status).toBe(200);
    return tokenIn((await lastMail()).text);
  };
  const fresh = 'quite another walk';

  test('the link in the mail resets the password once; all sessions end, and the owner is mailed', async () => {
    const old = await aShopper();
    const browser = await newBrowser();
    const token = await askFor(browser);
    expect((await lastMail()).text).toContain(`https://shop.example/login-register?reset=${token}`);
    advance(1);
    const answers = await Promise.all([0, 1].map(() => browser.send(endpoints.resetPassword, { token, password: fresh })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(refusalOf(await browser.send(endpoints.resetPassword, { token, password: fresh })).code).toBe('used');
    expect(await userOf(old)).toBeNull();
    expect((await lastMail()).subject).toMatch(/was changed/);
    expect((await login(browser)).status).toBe(401);
    expect((await login(browser, { ...ada, password: fresh })).status).toBe(200);
  });

  test('of two new passwords sent by one link, only the one that is set first counts', async () => {
    await anAccount();
    const browser = await newBrowser();
    const token = await askFor(browser);
    const statuses: number[] = [];
    const hash = vi.spyOn(passwords, 'hash').mockImplementationOnce(async (password) => {
      statuses.push((await browser.send(endpoints.resetPassword, { token, password: fresh })).status);
      return cheapPasswords.hash(password);
    });
    onTestFinished(() => hash.mockRestore());
    const late = await browser.send(endpoints.resetPassword, { token, password: 'one more long walk' });
    expect([...statuses, late.status]).toEqual([200, 422]);
    expect(refusalOf(late)).toMatchObject({ code: 'used', message: expect.stringContaining('If that was you, all is well') });
    expect((await login(browser, { ...ada, password: fresh })).status).toBe(200);
  });

  test('the reset link expires after 45 minutes, and a newer one invalidates it; then no password is hashed', async () => {
    await anAccount();
    const hash = vi.spyOn(passwords, 'hash');
    onTestFinished(() => hash.mockRestore());
    const browser = await newBrowser();
    const [first, , second] = [await askFor(browser), advance(60), await askFor(browser)];
    expect(refusalOf(await browser.send(endpoints.resetPassword, { token: first, password: fresh })).code).toBe('expired');
    advance(45 * 60);
    expect(refusalOf(await browser.send(endpoints.resetPassword, { token: second, password: fresh })).code).toBe('expired');
    expect(hash).not.toHaveBeenCalled();
  });

  test('a verification link does not reset a password, and a reset link does not verify an address', async () => {
    const browser = await newBrowser();
    await browser.send(endpoints.register, ada);
    const verifying = tokenIn((await lastMail()).text);
    advance(60);
    const resetting = await askFor(browser);
    expect(refusalOf(await browser.send(endpoints.resetPassword, { token: verifying, password: fresh })).code).toBe('invalid');
    expect(refusalOf(await browser.send(endpoints.verifyEmail, { token: resetting })).code).toBe('invalid');
  });

  test('resetting the password by mail verifies the address', async () => {
    const browser = await newBrowser();
    await browser.send(endpoints.register, ada);
    advance(60);
    await browser.send(endpoints.resetPassword, { token: await askFor(browser), password: fresh });
    expect((await login(browser, { ...ada, password: fresh })).status).toBe(200);
  });

  test('resetting the password ends a lock-out', async () => {
    await anAccount();
    const browser = await newBrowser();
    await Promise.all(Array.from({ length: 6 }, () => login(browser, { ...ada, password: 'not the password' })));
    expect((await login(browser)).status).toBe(429);
    await browser.send(endpoints.resetPassword, { token: await askFor(browser), password: fresh });
    expect((await login(browser, { ...ada, password: fresh })).status).toBe(200);
  });

  test('the reset link leads to the configured shop URL, whatever Host header the request has', async () => {
    await anAccount();
    const browser = await newBrowser();
    await browser.send(endpoints.forgotPassword, { email: ada.email }, { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    expect((await lastMail()).text).not.toContain('evil');
  });

  test('the new password must follow the rules of registration', async () => {
    await anAccount();
    const browser = await newBrowser();
    const token = await askFor(browser);
    expect(refusalOf(await browser.send(endpoints.resetPassword, { token, password: 'password' })).errors).toHaveProperty('password');
    expect((await browser.send(endpoints.resetPassword, { token, password: fresh })).status).toBe(200);
  });
});

describe('PUT /user/{id}', () => {
  const address = {
    firstName: 'Ada',
    lastName: 'Moss',
    streetAddress: '1 Mill Lane',
    city: 'Exampleford',
    postalCode: 'ex4 0aa',
    phone: '0113 496 0142',
  };

  test('a shopper changes the fields that were sent, and no others', { tags: 'call.update' }, async () => {
    const browser = await aShopper();
    const before = await userOf(browser);
    const answer = await update(browser, before?._id ?? '', { firstName: "O'Ada <b>", phone: 'ring the bell', addresses: [address] });
    expect(answer.status).toBe(200);
    const { user } = signedIn.parse(answer.body);
    expect(user).toEqual({
      ...before,
      firstName: "O'Ada <b>",
      phone: 'ring the bell',
      addresses: [{ ...address, streetAddress2: '', state: '', postalCode: 'EX4 0AA', _id: expect.any(String) }],
    });
    expect(await userOf(browser)).toEqual(user);
    const kept = signedIn.parse(
      (await update(browser, user._id, { addresses: user.addresses, marketing: true, wantsToResell: true })).body,
    ).user;
    expect(kept).toMatchObject({ addresses: user.addresses, marketing: true, wantsToResell: true, lastName: 'Moss' });
    const renamed = signedIn.parse((await update(browser, user._id, { lastName: 'Byron' })).body).user;
    expect(renamed).toEqual({ ...kept, lastName: 'Byron' });
    expect((await update(browser, user._id, {})).status).toBe(200);
    expect(await userOf(browser)).toEqual(renamed);
  });

  test('saved addresses are added, changed in their place and removed by their ids; the others stay, and no more than ten are kept', async () => {
    const browser = await aShopper();
    const id = (await userOf(browser))?._id ?? '';
    const one = (_id: string, changes: object = {}) => ({ ...address, _id, ...changes });
    const change = (changes: unknown) => update(browser, id, changes);
    const saved = async () => (await userOf(browser))?.addresses.map(({ _id, city }) => `${_id} ${city}`);
    await Promise.all(['a', 'b', 'c'].map((each) => change({ addresses: [one(each)] })));
    expect((await saved())?.toSorted()).toEqual(['a Exampleford', 'b Exampleford', 'c Exampleford']);
    await change({ removedAddresses: ['a', 'b', 'unknown'] });
    await change({ addresses: [one('d'), one('c', { city: 'York' }), one('e', { index: 0 })] });
    expect(await saved()).toEqual(['e Exampleford', 'c York', 'd Exampleford']);
    expect(JSON.stringify(await db.selectFrom('account').select('addresses').execute())).not.toContain('index');
    const many = { addresses: ['1', '2', '3', '4', '5', '6', '7', '8'].map((each) => one(each)) };
    const refused = await change(many);
    expect([refused.status, refusalOf(refused).message]).toEqual([422, 'An account can have 10 addresses. Remove one of them first.']);
    expect(await saved()).toEqual(['e Exampleford', 'c York', 'd Exampleford']);
    expect((await change({ ...many, removedAddresses: ['e'] })).status).toBe(200);
    expect(await saved()).toHaveLength(10);
  });

  test('a shopper can change their account sixty times in ten minutes, whatever others do', async () => {
    const [other, browser] = [await aShopper(eve), await aShopper()];
    const id = (await userOf(browser))?._id ?? '';
    const change = async () => (await update(browser, id, { firstName: 'Ada' })).status;
    for (let time = 0; time < 60; time += 1) expect(await change()).toBe(200);
    advance(590);
    expect(await change()).toBe(429);
    expect((await update(other, (await userOf(other))?._id ?? '', { firstName: 'Eve' })).status).toBe(200);
    advance(10);
    expect(await change()).toBe(200);
  });

  test('a shopper cannot change another account', async () => {
    const browser = await aShopper();
    const mine = (await userOf(browser))?._id ?? '';
    await anAccount(eve);
    const theirs = await db.selectFrom('account').selectAll().where('email', '=', eve.email).executeTakeFirstOrThrow();
    for (const id of [theirs.id, 'nobody', '__proto__', "' or 1=1 --"]) {
      const answer = await update(browser, id, { firstName: 'Mallory' });
      expect(answer.status).toBe(403);
      refusalOf(answer);
    }
    expect((await update(await newBrowser(), mine, { firstName: 'Mallory' })).status).toBe(401);
    expect(await db.selectFrom('account').select('first_name').orderBy('first_name').execute()).toEqual([
      { first_name: 'Ada' },
      { first_name: 'Eve' },
    ]);
  });

  test.each(['role', '_id', 'id', 'email', 'email_key', 'password_hash', 'verified_at', 'reseller'])(
    'a shopper cannot set %s',
    async (field) => {
      const browser = await aShopper();
      const before = await db.selectFrom('account').selectAll().execute();
      const answer = await update(browser, (await userOf(browser))?._id ?? '', { firstName: 'Mallory', [field]: 'reseller' });
      expect([answer.status, refusalOf(answer).errors]).toEqual([422, { [field]: 'This cannot be set here.' }]);
      expect(await db.selectFrom('account').selectAll().execute()).toEqual(before);
    },
  );

  test('a new password needs the current one, ends other sessions, and the owner is mailed', async () => {
    const browser = await aShopper();
    const id = (await userOf(browser))?._id ?? '';
    const elsewhere = await newBrowser();
    await login(elsewhere);
    const fresh = 'quite another walk';
    expect(refusalOf(await update(browser, id, { password: fresh }))).toMatchObject({
      message: 'Enter your current password as well.',
      errors: { currentPassword: 'Enter your current password.' },
    });
    expect(refusalOf(await update(browser, id, { password: fresh, currentPassword: 'wrong' })).errors).toEqual({
      currentPassword: 'This is not your current password.',
    });
    expect(refusalOf(await update(browser, id, { password: '12345678', currentPassword: password })).errors).toHaveProperty('password');
    // A change of anything else ends no session, and is not mailed.
    expect((await update(browser, id, { firstName: 'Adeline' })).status).toBe(200);
    expect(await userOf(elsewhere)).not.toBeNull();
    expect((await lastMail()).subject).not.toMatch(/was changed/);
    advance(1);
    expect((await update(browser, id, { password: fresh, currentPassword: password })).status).toBe(200);
    expect(await userOf(browser)).not.toBeNull();
    expect(await userOf(elsewhere)).toBeNull();
    expect((await lastMail()).subject).toMatch(/was changed/);
    expect((await login(elsewhere, { ...ada, password: fresh })).status).toBe(200);
  });

  test('a person who finds a browser signed in cannot guess the current password', async () => {
    const browser = await aShopper();
    const id = (await userOf(browser))?._id ?? '';
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => update(browser, id, { password: 'quite another walk', currentPassword: 'wrong' })),
    );
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });
});

describe('a reseller', () => {
  test('the seller is mailed once of each application, after its email address was confirmed, without name and address', async () => {
    const told = async () => {
      await mailSellerNotices(db, { sellerEmail: 'seller@shop.example', schedule: 'at-once', lowStockLimit: 3 }, clock());
      const sent = await db.selectFrom('mail').select(['subject', 'text']).where('recipient', '=', 'seller@shop.example').execute();
      return sent.filter(({ subject }) => subject.includes('reseller account'));
    };
    const browser = await newBrowser();
    await browser.send(endpoints.register, { ...ada, wantsToResell: true });
    const code = codeIn((await lastMail()).text);
    expect(await told()).toEqual([]);
    await browser.send(endpoints.verifyEmail, { email: ada.email, code });
    const [mail, ...others] = await told();
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^1 application for a reseller account: account of \d{4}-\d\d-\d\d$/);
    expect(mail?.text).toContain('shop user list --applicants');
    expect(`${mail?.subject}${mail?.text}`).not.toMatch(/ada/i);
    await login(browser);
    const id = (await userOf(browser))?._id ?? '';
    await update(browser, id, { wantsToResell: true });
    expect(await told()).toHaveLength(1);
    await setRole(db, ada.email, 'customer', { now: clock(), sender: { shopName: 'Flone', shopUrl: 'https://shop.example' } });
    // Declined, and asked again: a minute later is another application.
    now = new Date(clock().getTime() + 60_000);
    await update(browser, id, { wantsToResell: true });
    expect(await told()).toHaveLength(2);
  });

  test('the seller’s change of role applies at once: level, sales and commission appear, and disappear again', async () => {
    const browser = await aShopper({ ...ada, email: 'Ada@example.com' });
    const seller = { now, sender: { shopName: 'Flone', shopUrl: 'https://shop.example' } };
    await setRole(db, 'ada@example.com', 'reseller', seller);
    await setRole(db, 'ADA@example.com', 'reseller', seller);
    expect((await mails()).filter(({ subject }) => subject === 'You are now a reseller at Flone')).toHaveLength(1);
    expect(await userOf(browser)).toMatchObject({
      role: 'reseller',
      wantsToResell: false,
      reseller: { level: 'Basic', sales: 0, commission: 0 },
    });
    const user_id = (await userOf(browser))?._id ?? '';
    const order = {
      note: '',
      gift_message: '',
      refuses_review_mail: 0,
      billing: '{}',
      delivery_total: 500,
      discount_total: 0,
      shop_origin: '',
      trader: '',
      email_key: '',
      created_at: opening.toISOString(),
      pay_by: opening.toISOString(),
    };
    await db
      .insertInto('order')
      .values([
        { ...order, id: 'paid', user_id, status: 'Delivered', goods_total: 30_000, total: 30_500 },
        { ...order, id: 'also-paid', user_id, status: 'confirmed', goods_total: 20_005, total: 20_505 },
        { ...order, id: 'unpaid', user_id, status: 'pending', goods_total: 90_000, total: 90_500 },
        { ...order, id: 'of-another', user_id: null, status: 'confirmed', goods_total: 90_000, total: 90_500 },
      ])
      .execute();
    expect(await userOf(browser)).toMatchObject({ reseller: { level: 'Silver', sales: 500.05, commission: 5 } });
    await setRole(db, 'ada@example.com', 'customer', seller);
    expect(await userOf(browser)).toMatchObject({ role: 'customer' });
    expect(await userOf(browser)).not.toHaveProperty('reseller');
    expect((await mails()).filter(({ recipient }) => recipient === 'Ada@example.com')).toHaveLength(2);
  });
});

describe('invalid requests', () => {
  const calls = ['register', 'login', 'verifyEmail', 'resendCode', 'forgotPassword', 'resetPassword', 'updateUser'] as const;
  const nasty: unknown[] = [
    null,
    [],
    'text',
    1e9,
    -1,
    true,
    { email: null },
    { email: ['ada@example.com'], password: { $ne: '' } },
    { email: "ada@example.com' or '1'='1", password: "' or 1=1 --", code: "1' or '1", token: "' or ''='" },
    { email: '<script>alert(1)</script>@example.com', password: '<script>', firstName: '<img src=x>' },
    { email: 'ada@example.com\u0000', password: '\u0000'.repeat(9), code: '\u0000', token: '\u0000', firstName: '\u0000' },
    { email: 'ada@example.com', password: 'x'.repeat(90_000), code: '9'.repeat(90_000), token: 'x'.repeat(90_000) },
    { email: 'ada@example.com', code: Number.MAX_SAFE_INTEGER, token: { toString: 'x' }, password: -1e9 },
    { addresses: Array.from({ length: 2000 }, () => ({})) },
    { token: '__proto__', password: 'constructor' },
  ];
  const texts = [
    '',
    '{',
    '{"email":NaN}',
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"x":1}}}',
    `${'['.repeat(40_000)}`,
    '\ufeff{}',
    '"\\ud800"',
  ];

  test.each(calls)('invalid bodies sent to %s get an error in the contract’s form, never a 5xx or internals', async (name) => {
    const browser = await aShopper();
    const { method, path } = endpoints[name];
    const call = { method, path: endpointPath(path, { userId: (await userOf(browser))?._id ?? '' }) };
    for (const body of [...nasty.map((value) => JSON.stringify(value)), ...texts]) {
      const answer = await browser.send(call, body);
      // Valid requests: an empty change, and calls that need an address only.
      const may = ['updateUser', 'resendCode', 'forgotPassword'].includes(name) ? [200] : [];
      expect([...may, 400, 401, 403, 413, 422, 429]).toContain(answer.status);
      const content = answer.status === 200 ? answer.body : refusalOf(answer);
      expect(JSON.stringify(content)).not.toMatch(/sql|zod|\.ts|stack|argon|Invalid input/i);
    }
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
  });

  test.each(calls)('bodies sent to %s with another content type get 415', async (name) => {
    const browser = await aShopper();
    const { method, path } = endpoints[name];
    const call = { method, path: endpointPath(path, { userId: (await userOf(browser))?._id ?? '' }) };
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', 'application/jsonx', ''])
      expect((await browser.send(call, '{}', { 'content-type': type })).status).toBe(415);
  });

  test.each([...calls, 'logout'] as const)('%s without the CSRF token gets 403, signed in or not', async (name) => {
    const browser = await aShopper();
    const { method, path } = endpoints[name];
    expect((await browser.send({ method, path }, {}, { 'x-xsrf-token': '' })).status).toBe(403);
    expect((await browser.send({ method, path }, {}, { origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('the client address for rate limits', () => {
  const knock = async (behind: number, forwarded: string | undefined, from = '192.0.2.1', times = 31): Promise<number> => {
    const browser = aBrowser(createTestApp({ ...site, trustedProxies: behind }), from);
    await browser.open();
    let status = 0;
    for (let time = 0; time < times; time += 1)
      ({ status } = await browser.send(
        endpoints.resetPassword,
        { token: 'x', password },
        forwarded === undefined ? {} : { 'x-forwarded-for': forwarded.replace('N', String(time)) },
      ));
    return status;
  };

  test('without a proxy the client address is the connection’s, and X-Forwarded-For is ignored', async () => {
    expect(await knock(0, '10.0.0.N')).toBe(429);
  });

  test('behind a trusted proxy the client address is what that proxy appended, and earlier entries are ignored', async () => {
    expect(await knock(1, '10.0.0.N, 203.0.113.5')).toBe(429);
    expect(await knock(1, '203.0.113.5, 10.0.0.N')).toBe(422);
    expect(await knock(2, '10.0.0.N, 203.0.113.6, 10.1.1.1')).toBe(429);
  });

  test('an IPv6 client is counted by its /64 network', async () => {
    expect(await knock(0, undefined, '2001:db8:1:2::1', 30)).toBe(422);
    expect(await knock(0, undefined, '2001:db8:1:2:ffff::9', 1)).toBe(429);
    expect(await knock(0, undefined, '2001:0db8:0001:0002::', 1)).toBe(429);
    expect(await knock(0, undefined, '2001:db8:1:3::1', 1)).toBe(422);
    expect(await knock(0, undefined, '::ffff:198.51.100.9', 30)).toBe(422);
    expect(await knock(0, undefined, '198.51.100.9', 1)).toBe(429);
  });
});
