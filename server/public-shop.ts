import type { Variables } from '#server/build/build-settings.ts';
import { isUnreachable } from '#server/domain/shop/unreachable.ts';
import { isStripeTestKey } from '#server/payments/stripe-keys.ts';

const hasLiveKey = ({ STRIPE_SECRET_KEY: key }: Variables): boolean => key !== undefined && !isStripeTestKey(key);

const hasHttps = ({ PUBLIC_URL }: Variables): boolean => PUBLIC_URL?.startsWith('https:') === true;

/** Whether others can reach the shop or it takes money. Such a shop starts without a safeguard only if a setting says so explicitly. */
export const isPublicShop = (given: Variables): boolean => given.DATABASE_URL !== undefined || hasHttps(given) || hasLiveKey(given);

const mailSettings = ['MAIL_FROM', 'MAIL_TO'];

/** Settings, and what must be true of them. */
export type SettingsProblem = { readonly names: readonly string[]; readonly rule: string };

/** What a public shop must not open with. */
export const findPublicShopProblems = (given: Variables): SettingsProblem[] => {
  if (!isPublicShop(given)) return [];
  const unreachable = mailSettings.filter((name) => isUnreachable(given[name] ?? ''));
  return [
    { names: unreachable, rule: 'must be under a domain that gets mail, which a reserved one never does' },
    {
      names: hasLiveKey(given) && !hasHttps(given) ? ['PUBLIC_URL'] : [],
      rule: 'must be set, and start with https, with a STRIPE_SECRET_KEY that takes money',
    },
    {
      names: hasHttps(given) && Number(given.TRUST_PROXY ?? 0) === 0 ? ['TRUST_PROXY'] : [],
      rule: 'must be the number of your proxies, 1 or more, with an https PUBLIC_URL',
    },
    {
      names: given.DESK === 'on' && !given.SECRETS_KEY ? ['SECRETS_KEY'] : [],
      rule: 'must be set with DESK=on: without it, the secrets of the staff’s authenticator apps are readable in the database',
    },
  ].filter(({ names }) => names.length > 0);
};
