import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { InvalidArgumentError } from 'commander';
import { endpoints } from '#contract/endpoints.ts';
import type { CommandContext } from '#server/commands/command-context.ts';
import { Conflict, Invalid } from '#server/domain/failure.ts';
import { readEnv, ruleBrokenBy } from '#server/env.ts';
import { firstValues } from '#server/first-shop.ts';
import { findPublicShopProblems } from '#server/public-shop.ts';
import { rootFolder } from '#server/root-folder.ts';

/** `set` has settings by name. */
export type ProductionOptions = { readonly file: string; readonly set: Readonly<Record<string, string>> };

/** Every setting once, with its comment. */
const example = path.join(rootFolder, '.env.example');

export const parseSetting = (text: string, earlier: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => {
  const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('It must be like PUBLIC_URL=https://shop.example.');
  return { ...earlier, [name]: value.trim() };
};

type Settings = Readonly<Record<string, string>>;

type Question = {
  readonly name: string;
  readonly question: string;
  /** What an empty answer means; without it an answer is needed. */
  readonly fallback?: (settings: Settings) => string;
  readonly isAsked?: (settings: Settings) => boolean;
};

const none = (): string => '';
const takesCards = ({ PAYMENTS }: Settings): boolean => PAYMENTS !== 'test';

/** As they are asked. Who the seller is, is said at the desk. */
const questions: readonly Question[] = [
  { name: 'PUBLIC_URL', question: 'Address of the shop, such as https://shop.example' },
  { name: 'SMTP_URL', question: 'Mail server, such as smtp://user:password@mail.example:587', isAsked: ({ MAIL }) => MAIL !== 'files' },
  { name: 'DATA_DIR', question: 'Folder for its data', fallback: () => '/var/lib/flone' },
  {
    name: 'DATABASE_URL',
    question: 'PostgreSQL database, such as postgres://shop:secret@localhost:5432/shop; empty for SQLite',
    fallback: none,
  },
  { name: 'STRIPE_SECRET_KEY', question: 'Secret key of Stripe (Developers, API keys)', isAsked: takesCards },
  { name: 'STRIPE_WEBHOOK_SECRET', question: 'Signing secret of that webhook', isAsked: takesCards },
];

/** For a public shop behind one proxy, with its desk where its pages are served here. */
const startingSettings = ({ SHOP_ORIGIN, STOREFRONT }: Settings): Settings => ({
  TRUST_PROXY: '1',
  ...(SHOP_ORIGIN === undefined && STOREFRONT !== 'none' && { DESK: 'on' }),
  LOG_LEVEL: 'info',
  METRICS_TOKEN: randomBytes(24).toString('base64url'),
  SECRETS_KEY: randomBytes(32).toString('base64'),
  VITE_I18N_DEBUG: 'false',
});

/** What to set up at Stripe, which the start could tell only with its keys. */
const describeWebhook = async ({ PUBLIC_URL = '' }: Settings): Promise<string> => {
  const { apiVersion, neededEvents } = await import('#server/payments/stripe.ts');
  return `In Stripe's dashboard, add a webhook for ${PUBLIC_URL}${endpoints.paymentWebhook.path} with the API version ${apiVersion} and the events ${neededEvents.join(', ')}.`;
};

const problemWith = (settings: Settings, name: string): string | undefined =>
  ruleBrokenBy(name, settings[name] ?? '') ?? findPublicShopProblems(settings).find(({ names }) => names.includes(name))?.rule;

const answer = async (
  ask: (question: string) => Promise<string>,
  { name, question, fallback }: Question,
  settings: Settings,
  complaint = '',
): Promise<string> => {
  const otherwise = fallback?.(settings);
  const given = (await ask(`${complaint}${question}${otherwise ? ` [${otherwise}]` : ''}: `)).trim() || otherwise;
  if (given === '' && otherwise === '') return given;
  const problem = given === undefined ? 'must not be empty' : problemWith({ ...settings, [name]: given }, name);
  if (given !== undefined && problem === undefined) return given;
  return answer(ask, { name, question, ...(fallback && { fallback }) }, settings, `It ${problem}. `);
};

const askForRest = async ({ ask }: CommandContext, given: Settings): Promise<Settings> => {
  const isMissing = ({ name, isAsked }: Question, settings: Settings): boolean =>
    settings[name] === undefined && isAsked?.(settings) !== false;
  const missing = questions.filter((question) => question.fallback === undefined && isMissing(question, given)).map(({ name }) => name);
  if (ask === undefined && missing.length > 0)
    throw new Invalid(`Give ${missing.join(', ')} with --set, or run this at a terminal, where it asks.`);
  const settings: Record<string, string> = { ...given };
  for (const question of questions) {
    if (!isMissing(question, settings)) continue;
    const webhook = question.name === 'STRIPE_WEBHOOK_SECRET' ? `${await describeWebhook(settings)}\n` : '';
    settings[question.name] = ask
      ? await answer(ask, { ...question, question: webhook + question.question }, settings)
      : (question.fallback?.(settings) ?? '');
  }
  return settings;
};

/** As Node, Vite and systemd read it alike. */
const quote = (name: string, value: string): string => {
  if (/^[\w@%+=:,./?&~-]*$/.test(value)) return value;
  const mark = [`"`, `'`].find((candidate) => !value.includes(candidate) && (candidate === `'` || !/[\\$`]/.test(value)));
  if (mark === undefined || /[\r\n]/.test(value)) throw new Invalid(`${name} must be one line without quotation marks.`);
  return mark + value + mark;
};

/** The example with these settings in place of their defaults. */
const fillIn = (text: string, settings: Settings): string => {
  const [, ...lines] = text.split('\n');
  const rest = new Map(Object.entries(settings));
  const filled = lines.map((line) => {
    const [, name = ''] = /^# ([A-Z][A-Z0-9_]*)=/.exec(line) ?? [];
    const value = rest.get(name);
    if (value === undefined || !rest.delete(name)) return line;
    return value === '' && !name.startsWith('VITE_') ? line : `${name}=${quote(name, value)}`;
  });
  const first = [...rest].filter(([name]) => name in firstValues);
  const unknown = [...rest.keys()].filter((name) => !(name in firstValues));
  if (unknown.length > 0) throw new Invalid(`.env.example has no setting ${unknown.join(', ')}.`);
  return [
    '# Settings of a public shop. What is commented out has its default.',
    ...filled,
    ...(first.length > 0 ? ['# What the shop begins with; later changes are made at the desk.'] : []),
    ...first.map(([name, value]) => `${name}=${quote(name, value)}`),
  ].join('\n');
};

/** Writes the settings of a public shop to a new file, and says what comes next. Throws `StartFailure` with what the start would not accept. */
export const writeProductionSettings = async (
  context: CommandContext,
  { file, set }: ProductionOptions,
  json: boolean | undefined,
): Promise<void> => {
  const refuse = (): never => {
    throw new Conflict(`${file} exists already. Nothing was changed.`);
  };
  if (existsSync(file)) refuse();
  const settings = await askForRest(context, { ...startingSettings(set), ...set });
  readEnv(settings);
  const text = fillIn(await readFile(example, 'utf8'), settings);
  await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') refuse();
    throw new Invalid(`${file} cannot be written.`);
  });
  const next = [
    `Build the storefront with these settings: npm run build -- ${file}`,
    ...(takesCards(settings) ? [await describeWebhook(settings)] : []),
    'Keep a copy of SECRETS_KEY where backups are not.',
  ];
  context.print(json, [`The settings are in ${file}.`, ...next.map((step) => `- ${step}`)].join('\n'), { file, next });
};
