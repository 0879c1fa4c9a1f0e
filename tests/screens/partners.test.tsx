import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { sellerLevels } from '#contract/reseller.ts';
import { listMessages } from '#server/domain/messages/messages.ts';
import { paths } from '#shared/paths.ts';
import { adaIsSignedIn } from '#tests/support/accounts.ts';
import { theApiIsDown, theApiRecovers, withShopDatabase } from '#tests/support/api.ts';
import { expectFocused } from '#tests/support/expect-focused.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { typeText } from '#tests/support/type-text.ts';

const main = () => within(screen.getByRole('main'));
const region = (name: string) => within(main().getByRole('region', { name }));
const headingsIn = (name: string) =>
  region(name)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

describe('the landing page for partners', () => {
  test('the landing page for partners has a hero titled "Welcome To Commercial Arm" and a section “Why Choose Us”', {
    tags: ['partners.hero', 'partners.why-us'],
  }, async () => {
    await renderAt(paths.collaboration);
    expect(main().getByRole('heading', { level: 1 })).toHaveTextContent(/^Welcome To Commercial Arm$/);
    const why = region('Why Choose Us');
    expect(why.getByRole('heading', { name: 'Why Choose Us' })).toBeVisible();
    expect(why.getByText(/^Our goods are made by hand, in workshops that we know by name and place/)).toBeVisible();
  });

  test.each([
    ['WHOLESALE', 'wholesale', '/wholesale'],
    ['RESELLING', 'reselling', '/reselling'],
    ['FRANCHISE', 'franchise', '/franchise'],
  ])('the landing page for partners has a card %s with a link to its page', { tags: 'partners.cards' }, async (name, kind, path) => {
    const { user, address } = await renderAt(paths.collaboration);
    const cards = region('Three ways to work with us');
    expect(cards.getAllByRole('listitem')).toHaveLength(3);
    const card = cards.getByRole('heading', { name }).closest('li') ?? document.body;
    const details = within(card).getByRole('link', { name: new RegExp(`^Details about ${kind}$`, 'i') });
    await user.click(details);
    expect(address()).toBe(path);
    expect(main().getByRole('heading', { level: 1, name: new RegExp(kind, 'i') })).toBeVisible();
  });

  test('the landing page for partners links to the contact form with the topic of wholesale', async () => {
    const { user } = await renderAt(paths.collaboration);
    await user.click(main().getByRole('link', { name: 'Ask us' }));
    expect(main().getByRole('combobox', { name: 'What is it about?' })).toHaveValue('wholesale');
  });
});

describe('the page about reselling', () => {
  test('the page about reselling explains reselling, with nine benefits and four strategies', {
    tags: ['visitor.partners', 'reselling.explained', 'reselling.benefits', 'reselling.strategies'],
  }, async () => {
    await renderAt(paths.reselling);
    expect(region('What reselling means').getByText(/^A reseller buys from us for less than the shop’s price and sells on/)).toBeVisible();
    expect(region('What reselling means').getByText(/^To begin, create an account and tick/)).toBeVisible();
    expect(headingsIn('Why resell with us')).toHaveLength(9);
    expect(headingsIn('Four strategies')).toEqual(['Retail arbitrage', 'Wholesale reselling', 'Online arbitrage', 'Dropshipping']);
    for (const strategy of region('Four strategies').getAllByRole('listitem')) expect(strategy.textContent?.length).toBeGreaterThan(120);
  });

  test('the page about reselling shows the seller levels: thresholds with a dollar sign, and commissions', {
    tags: ['reselling.levels', 'seller-level.dollars'],
  }, async () => {
    await renderAt(paths.reselling);
    const rows = within(region('Seller levels').getByRole('table')).getAllByRole('row');
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['Level', 'Sales value', 'Commission'],
      ['Basic', 'from the start', 'none'],
      ['Silver', 'from $500', '5%'],
      ['Gold', 'from $1,000', '10%'],
      ['Platinum', 'from $2,000', '15%'],
    ]);
    expect(sellerLevels).toHaveLength(4);
    expect(region('Seller levels').getByText(/A level applies only once its threshold is reached/)).toBeVisible();
  });

  test('the page about reselling shows the rules, beginning with the report of buyer issues within 3 days of delivery', {
    tags: ['reselling.rules', 'refund.window.reseller'],
  }, async () => {
    await renderAt(paths.reselling);
    const rules = region('The rules').getAllByRole('listitem');
    expect(rules).toHaveLength(5);
    expect(rules[0]).toHaveTextContent(/^Buyer issues must be reported within 3 days of delivery\./);
    for (const rule of rules) expect(rule).toHaveTextContent(/^[A-Z].{30,}\.$/);
  });

  test('the page about reselling has a Register link to the registration form, with the reselling checkbox checked', {
    tags: 'reselling.register',
  }, async () => {
    const { user, address } = await renderAt(paths.reselling);
    const [register] = main().getAllByRole('link', { name: 'Register' });
    expect(register).toHaveAttribute('href', expect.stringMatching(/^\/login-register\?/));
    await user.click(register ?? document.body);
    expect(address()).toMatch(/^\/login-register\?step=register/);
    expect(await main().findByRole('checkbox', { name: /^I want to resell/ })).toBeChecked();
    expect(main().getByRole('checkbox', { name: /^I agree/ })).not.toBeChecked();
  });

  test('the page about reselling links a signed-in shopper to the application in the account', async () => {
    await adaIsSignedIn();
    const { user, address } = await renderAt(paths.reselling);
    await user.click(main().getAllByRole('link', { name: 'Register' })[0] ?? document.body);
    await waitFor(() => expect(address()).toBe('/my-account?section=reseller'));
    expect(await main().findByRole('button', { name: 'I want to resell' })).toBeVisible();
  });
});

describe.each([
  {
    path: paths.franchise,
    kind: 'franchise',
    tags: { contents: ['visitor.partners', 'franchise.explained', 'franchise.benefits'], register: ['franchise.register'] },
    meaningHeading: 'What a franchise means',
    explanation: /^The shop belongs to you and carries our name\. .{100}/,
    reasonsHeading: 'Seven good reasons',
    count: 7,
    formHeading: 'Register your interest',
    messageLabel: 'Your plans',
  },
  {
    path: paths.wholesale,
    kind: 'wholesale',
    tags: { contents: ['visitor.partners', 'wholesale.explained', 'wholesale.benefits'], register: ['wholesale.register'] },
    meaningHeading: 'What wholesale means',
    explanation: /^If you keep a shop, .* you can buy our goods in quantity at trade prices\./,
    reasonsHeading: 'Six good reasons',
    count: 6,
    formHeading: 'Register as a stockist',
    messageLabel: 'Your shop and what you would like',
  },
] as const)(
  'the page about $kind',
  ({ path, kind, tags, meaningHeading, explanation, reasonsHeading, count, formHeading, messageLabel }) => {
    const field = (name: string | RegExp) => region(formHeading).getByRole<HTMLInputElement>('textbox', { name });
    const send = () => region(formHeading).getByRole('button', { name: 'Send enquiry' });
    const fill = async ({ user }: Awaited<ReturnType<typeof renderAt>>) => {
      await typeText(user, field('Your name'), 'Grace Hill');
      await typeText(user, field('Email address'), 'grace@corner.example');
      await typeText(user, field('Business'), 'The Corner Shop');
      await typeText(user, field(messageLabel), 'We have two shelves and a window.');
    };

    test(`the page about ${kind} explains its subject and has ${count} benefits`, {
      tags: [...tags.contents],
    }, async () => {
      await renderAt(path);
      expect(region(meaningHeading).getByText(explanation)).toBeVisible();
      expect(headingsIn(reasonsHeading)).toHaveLength(count);
    });

    test(`the page about ${kind} has a Register button, also for the keyboard, that moves the focus to the enquiry form`, {
      tags: [...tags.register],
    }, async () => {
      const { user } = await renderAt(path);
      main().getByRole('button', { name: 'Register' }).focus();
      await user.keyboard('{Enter}');
      expect(main().getByRole('heading', { name: formHeading })).toHaveFocus();
      await user.tab();
      expect(field('Your name')).toHaveFocus();
    });

    test(`the page about ${kind} shows a reference after an enquiry, under a heading that has the focus`, async () => {
      const shop = await renderAt(path);
      await fill(shop);
      await shop.user.click(send());
      await expectFocused(main().findByRole('heading', { name: 'Thank you, we have your enquiry' }));
      const [message] = await withShopDatabase((db) => listMessages(db, { isOpen: true }));
      expect(message).toMatchObject({
        kind,
        name: 'Grace Hill',
        business: 'The Corner Shop',
        message: 'We have two shelves and a window.',
      });
      expect(main().getByText(message?.reference ?? 'none')).toBeVisible();
    });

    test(`the page about ${kind} shows validation errors, and the form stays filled in after a failed request`, async () => {
      const shop = await renderAt(path);
      await shop.user.click(send());
      expect(region(formHeading).getByRole('alert')).toHaveFocus();
      expect(field('Business')).toHaveAccessibleDescription(expect.stringContaining('Enter the name of your business'));
      await fill(shop);
      theApiIsDown(endpoints.enquiry.path);
      await shop.user.click(send());
      expect(await region(formHeading).findByText(/We can’t reach the shop/)).toBeVisible();
      expect(field(messageLabel)).toHaveValue('We have two shelves and a window.');
      theApiRecovers();
      await shop.user.click(send());
      expect(await main().findByRole('heading', { name: 'Thank you, we have your enquiry' })).toBeVisible();
    });

    test(`the page about ${kind} keeps a draft of its enquiry`, async () => {
      const shop = await renderAt(path);
      await fill(shop);
      shop.unmount();
      await renderAt(path);
      expect(field(messageLabel)).toHaveValue('We have two shelves and a window.');
      expect(field('Business')).toHaveValue('The Corner Shop');
    });
  },
);
