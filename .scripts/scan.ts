import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { buildWhatIsDue } from '#server/build/due.js';
import { findExecutable } from './programs.ts';
import { startTemporaryShop } from './temporary-shop.ts';

// `npm run scan [wapiti|sqlmap|nikto …]`: runs the installed web scanners against a new shop on this machine, and fails on every finding
// above informational that `known` does not explain.

type Finding = { readonly scanner: string; readonly title: string; readonly where: string };
type Scan = (program: string, shop: string, folder: string) => Promise<Finding[]>;

/** Findings that are no fault, each with its reason; `finding` is compared with "scanner: title (where)". */
const known: readonly { readonly finding: RegExp; readonly reason: string }[] = [
  {
    finding: /Strict-Transport-Security|strict-transport-security/,
    reason: 'The scanned shop has no https address; tests/server/http/app.test.ts proves the header with one.',
  },
  {
    finding: /Secure flag is not set in the cookie : XSRF-TOKEN/,
    reason: 'As above: with an https address cookies are Secure (tests/server/http/account-routes.test.ts).',
  },
  {
    finding: /HttpOnly flag is not set in the cookie : XSRF-TOKEN/,
    reason: 'The storefront must read it, to repeat it in a header. The session cookie is HttpOnly.',
  },
  {
    finding: /X-XSS-Protection is not set/,
    reason: 'It is set to 0, as OWASP advises: the filter that it switched on is gone from browsers, and was a hole.',
  },
  {
    finding: /nikto: Uncommon header\(s\) '(x-request-id|origin-agent-cluster)'/,
    reason: 'Sent on purpose: a random id for the log, and the isolation of the origin.',
  },
  {
    finding: /nikto: .*(robots\.txt|sitemap\.xml|This might be interesting\. \(GET \/cart\/\))/,
    reason: 'Public pages of the shop, and files for search engines: robots.txt hides nothing.',
  },
  {
    finding: /nikto: Suggested security header missing: permissions-policy/,
    reason: 'Only the shop’s own scripts run, and none of them asks for camera, microphone or location.',
  },
];

const root = fileURLToPath(new URL('..', import.meta.url));
const crawlSeconds = 40;
const attackSeconds = 8;
const niktoSeconds = 90;

/** Output of a program, on both streams. Rejects when it cannot be started. */
const run = (program: string, parameters: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        output += part.toString();
      });
    child.once('error', reject);
    child.once('close', () => resolve(output));
  });

const wapitiReport = z.object({
  vulnerabilities: z.record(z.string(), z.array(z.object({ method: z.string(), path: z.string(), info: z.string(), level: z.number() }))),
  anomalies: z.record(z.string(), z.array(z.object({ method: z.string(), path: z.string(), info: z.string(), level: z.number() }))),
});

/** All modules of Wapiti that need no server of its makers (as ssrf and xxe do) and download nothing (as nikto and wapp do). */
const wapitiModules =
  'backup,blindsql,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss';

const scanWithWapiti: Scan = async (program, shop, folder) => {
  const file = path.join(folder, 'wapiti.json');
  const starts = [
    endpoints.products.path,
    endpointPath(endpoints.reviews.path, { productId: 'beech-rolling-pin' }),
    endpoints.profile.path,
    '/shop-grid-standard?q=mug',
    '/order-status?order=1',
  ];
  const output = await run(program, [
    ...['--url', `${shop}/`, '--scope', 'domain', '--module', wapitiModules, '--scan-force', 'polite', '--level', '2'],
    ...starts.flatMap((start) => ['--start', shop + start]),
    ...['--max-scan-time', String(crawlSeconds), '--max-attack-time', String(attackSeconds), '--store-session', folder],
    ...['--format', 'json', '--output', file, '--no-bugreport', '--flush-session', '--verbose', '0'],
  ]);
  const content = await readFile(file, 'utf8').catch(() => {
    throw new Error(`Wapiti wrote no report:\n${output}`);
  });
  const { vulnerabilities, anomalies } = wapitiReport.parse(JSON.parse(content));
  return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([category, found]) =>
    found
      .filter(({ level }) => level > 0)
      .map(({ method, path: where, info }) => ({ scanner: 'wapiti', title: `${category}: ${info}`, where: `${method} ${where}` })),
  );
};

const json = (body: object): readonly string[] => ['--data', JSON.stringify(body), '--headers', 'Content-Type: application/json'];
const order = { orderId: 'AAAA-AAAA-AAAA-AAAA' };
const buyer = { email: 'ada@example.com' };

const noToken = { token: 'unknown' };
const noKey = { productId: 'beech-rolling-pin', key: 'unknown' };
const password = 'wrong password';
const oneTimeCode = '123456';

/** Calls whose parameters sqlmap tries: "*" marks a parameter in the path. */
const injectionTargets: readonly (readonly [target: string, ...parameters: string[]])[] = [
  [`${endpoints.products.path}?page=1&q=mug&category=kitchen&sort=name`],
  [`${endpoints.products.path}?ids=beech-rolling-pin`],
  [endpointPath(endpoints.product.path, { productId: 'beech-rolling-pin' }).concat('*')],
  [endpointPath(endpoints.reviews.path, { productId: 'beech-rolling-pin' }).concat('?page=1')],
  [endpointPath(endpoints.sharedWishlist.path, noToken).concat('*')],
  [endpointPath(endpoints.order.path, order).concat('*')],
  [endpointPath(endpoints.refundOrder.path, order).concat('*')],
  [endpoints.login.path, ...json({ ...buyer, password, oneTimeCode })],
  [endpoints.verifyEmail.path, ...json({ token: 'unknown' })],
  [endpoints.forgotPassword.path, ...json(buyer)],
  [endpoints.payOrder.path, ...json(order)],
  [endpoints.mailCancellationLink.path, ...json(order)],
  [endpoints.checkVoucher.path, ...json({ code: 'SPRING10', items: [{ productId: 'beech-rolling-pin', quantity: 1 }] })],
  [endpoints.contact.path, ...json({ ...buyer, name: 'Ada', topic: 'order', message: 'Where is my order?', orderId: order.orderId })],
  [endpoints.openReview.path, ...json(noKey)],
  [endpoints.stopReviewMails.path, ...json({ key: 'unknown' })],
  [endpoints.reportReview.path, ...json({ reference: 'AAAA-AAAA', reason: 'false' })],
  [endpoints.requestStockAlert.path, ...json({ ...buyer, productId: 'beech-rolling-pin', color: 'Beech', size: 'One size' })],
  [endpoints.confirmStockAlert.path, ...json(noToken)],
  [endpoints.stopEmailChange.path, ...json(noToken)],
];

/** The same for a signed-in shopper. */
const accountTargets: readonly (readonly [target: string, ...parameters: string[]])[] = [
  [
    endpoints.saveLists.path,
    ...json({
      account: 'demo-shopper',
      batch: 'scan',
      changes: [{ list: 'cart', productId: 'beech-rolling-pin', variation: '', color: '', size: '', add: 1 }],
    }),
  ],
  [endpoints.changeEmail.path, ...json({ ...buyer, password, oneTimeCode })],
  [endpoints.confirmEmailChange.path, ...json(noToken)],
  [endpoints.startSecondFactor.path, ...json({ password })],
  [endpoints.confirmSecondFactor.path, ...json({ oneTimeCode })],
  [endpoints.endSessions.path, ...json({ id: 'unknown' })],
];

/** The session cookie of the demo account, which a shop without a public URL has. */
const signIn = async (shop: string): Promise<string> => {
  const answer = await fetch(shop + endpoints.login.path, {
    method: endpoints.login.method,
    headers: { 'content-type': 'application/json', cookie: 'XSRF-TOKEN=scan', 'x-xsrf-token': 'scan' },
    body: JSON.stringify({ email: 'shopper@flone.example.com', password: 'try-the-shop' }),
  });
  const session = answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .find((cookie) => cookie.startsWith('session='));
  if (session === undefined) throw new Error(`The demo account cannot sign in: ${answer.status}.`);
  return session;
};

/** Each request comes from another address (`xforwardedfor`), so that rate limits do not hide what is behind them. */
const scanWithSqlmap: Scan = async (program, shop, folder) => {
  const findings: Finding[] = [];
  const session = await signIn(shop);
  const targets = [
    ...injectionTargets.map((target) => ({ target, cookie: 'XSRF-TOKEN=scan', skipped: 'XSRF-TOKEN' })),
    ...accountTargets.map((target) => ({ target, cookie: `XSRF-TOKEN=scan; ${session}`, skipped: 'XSRF-TOKEN,session' })),
  ];
  for (const {
    target: [target, ...parameters],
    cookie,
    skipped,
  } of targets) {
    const output = await run(program, [
      ...['-u', shop + target, ...parameters, '--cookie', cookie, '-H', 'X-XSRF-TOKEN: scan', '--skip', skipped],
      ...['--batch', '--flush-session', '--output-dir', folder, '--disable-coloring', '--technique', 'BEU', '--tamper', 'xforwardedfor'],
      ...['--ignore-code', '*', '--text-only'],
    ]);
    if (/identified the following injection point|is vulnerable/.test(output))
      findings.push({ scanner: 'sqlmap', title: 'SQL injection', where: target });
    else if (!output.includes('all tested parameters do not appear to be injectable'))
      throw new Error(`sqlmap did not finish ${target}:\n${output.slice(-2000)}`);
  }
  return findings;
};

const niktoReport = z.array(z.object({ vulnerabilities: z.array(z.object({ method: z.string(), url: z.string(), msg: z.string() })) }));

/** Nikto 2.6 or newer. It does not say how severe a finding is, so that each one counts. */
const scanWithNikto: Scan = async (program, shop, folder) => {
  const file = path.join(folder, 'nikto.json');
  const output = await run(program, [
    ...['-host', shop, '-maxtime', `${niktoSeconds}s`, '-nocheck', '-nointeractive', '-nolookup', '-ask', 'no'],
    ...['-Format', 'json', '-output', file],
  ]);
  const content = await readFile(file, 'utf8').catch(() => '');
  if (content === '') throw new Error(`Nikto wrote no report:\n${output}`);
  return niktoReport
    .parse(JSON.parse(content))
    .flatMap(({ vulnerabilities }) => vulnerabilities)
    .map(({ method, url, msg }) => ({ scanner: 'nikto', title: msg, where: `${method} ${url}` }));
};

const scanners: Readonly<Record<string, Scan>> = { wapiti: scanWithWapiti, sqlmap: scanWithSqlmap, nikto: scanWithNikto };

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !Object.hasOwn(scanners, name));
if (unknown.length > 0) throw new Error(`There is no scanner ${unknown.join(', ')}: ${Object.keys(scanners).join(', ')}.`);
buildWhatIsDue(root, { hasPages: true });
const folder = await mkdtemp(path.join(tmpdir(), 'flone-scan-'));
// The scanners send thousands of requests; limits of orders and look-ups would hide the code behind them.
const shop = await startTemporaryShop(undefined, {
  HOST: '127.0.0.1',
  TRUST_PROXY: '1',
  ORDERS_PER_ADDRESS: '1000000',
  LOOK_UPS_PER_ADDRESS: '1000000',
  RENDERS_PER_ADDRESS: '1000000',
  QUERIES_PER_ADDRESS: '1000000',
});
let ran = 0;
let unexplained = 0;
try {
  for (const [name, scan] of Object.entries(scanners)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const program = findExecutable([name]);
    if (program === undefined) {
      console.log(`– ${name} is not installed: skipped.`);
      continue;
    }
    const findings = await scan(program, shop.address, folder);
    ran += 1;
    const descriptions = new Map<string, number>();
    for (const { scanner, title, where } of findings) {
      const text = `${scanner}: ${title} (${where})`;
      descriptions.set(text, (descriptions.get(text) ?? 0) + 1);
    }
    for (const text of descriptions.keys()) {
      const reason = known.find(({ finding }) => finding.test(text))?.reason;
      console.log(reason === undefined ? `✗ ${text}` : `– ${text}\n    known: ${reason}`);
      if (reason === undefined) unexplained += 1;
    }
    console.log(`${name}: ${descriptions.size} findings.`);
  }
} finally {
  await shop.discard();
  await rm(folder, { recursive: true });
}
console.log(`${ran} scanners ran, ${unexplained} unexplained findings.`);
process.exitCode = ran === 0 || unexplained > 0 ? 1 : 0;
