import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { notFoundRoute, routeAt } from '#app/routes.ts';
import { reportReasons } from '#contract/review.ts';
import { daysToCancel, daysToDeliver, daysToRefund, daysToReject, refundDays } from '#contract/terms.ts';
import { browserStorageList } from '#screens/legal/browser-storage-table.tsx';
import { lastChanged, legalLinksOf } from '#screens/legal/legal-document.tsx';
import { paths } from '#shared/paths.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { screenSample as shop } from '#tests/support/sample-shop.ts';
import { readTranslations, translationAt, translationKeys } from '#tests/support/translations.ts';

const scrollIntoView = vi.fn();

beforeEach(() => {
  scrollIntoView.mockClear();
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(scrollIntoView);
});

const chapter = (name: string) => screen.getByRole('region', { name });

const documents = [
  ['the page of Terms and Conditions', paths.terms, lastChanged.terms],
  ['the Privacy Policy', paths.privacy, lastChanged.privacy],
  ['the accessibility statement', paths.accessibility, lastChanged.accessibility],
  ['the page how reviews work', paths.reviewPolicy, lastChanged.reviewPolicy],
] as const;

describe.each(documents)('%s', (name, path, changed) => {
  test(`${name} has a table of contents with exactly one link to each chapter`, async () => {
    const { container } = await renderAt(path);
    const contents = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link');
    const headings = [...container.querySelectorAll('.legal-text h2')];
    expect(contents.map((link) => link.getAttribute('href'))).toEqual(headings.map(({ id }) => `${path}#${id}`));
    expect(contents.map((link) => link.textContent)).toEqual(headings.map((heading) => heading.textContent));
    expect(new Set(headings.map(({ id }) => id)).size).toBe(headings.length);
    for (const { textContent } of headings) expect(chapter(textContent ?? '').textContent?.length).toBeGreaterThan(100);
  });

  test(`${name} scrolls to a chapter and focuses its heading when its link is followed`, async () => {
    const { user, address } = await renderAt(path);
    const last = within(screen.getByRole('navigation', { name: 'On this page' }))
      .getAllByRole('link')
      .at(-1);
    const name = last?.textContent ?? '';
    await user.click(last ?? document.body);
    expect(screen.getByRole('heading', { level: 2, name })).toHaveFocus();
    expect(scrollIntoView).toHaveBeenCalled();
    expect(address()).toBe(path);
  });

  test(`${name} shows when it was last changed`, async () => {
    await renderAt(path);
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(changed));
    expect(screen.getByText(day)).toHaveAttribute('datetime', changed);
    expect(screen.getByText(day).parentElement).toHaveTextContent(`Last changed on ${day}`);
  });

  test(`${name} can be printed or saved`, async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { user } = await renderAt(path);
    await user.click(screen.getByRole('button', { name: 'Print or save' }));
    expect(print).toHaveBeenCalledTimes(1);
  });

  test(`${name} links only to existing pages`, async () => {
    await renderAt(path);
    const links = within(screen.getByRole('article')).getAllByRole('link');
    const hrefs = links.map((link) => link.getAttribute('href') ?? '');
    for (const href of hrefs.filter((each) => each.startsWith('/')))
      expect(routeAt(new URL(href, 'http://shop.test').pathname).route, href).not.toBe(notFoundRoute);
    for (const href of hrefs.filter((each) => !each.startsWith('/'))) expect(href).toMatch(/^(?:https:\/\/|mailto:|tel:)/);
  });
});

describe('Terms and Conditions', () => {
  test('Terms and Conditions have chapters on all ten subjects', { tags: 'legal.terms' }, async () => {
    await renderAt(paths.terms);
    for (const name of [
      'Website use',
      'Account registration',
      'Pricing',
      'Orders and payments',
      'Shipping',
      'Returns and refunds',
      'User conduct',
      'Intellectual property',
      'Liability and warranties',
      'Amendments',
    ])
      expect(chapter(name)).toBeVisible();
  });

  test('Terms and Conditions show the trader’s address, e-mail address and phone numbers', async () => {
    await renderAt(paths.terms);
    const trader = within(chapter('Who we are'));
    for (const line of shop.address) expect(trader.getAllByText(line).length).toBeGreaterThan(0);
    expect(trader.getByRole('link', { name: shop.email })).toHaveAttribute('href', `mailto:${shop.email}`);
    for (const phone of shop.phones) expect(trader.getByRole('link', { name: phone })).toBeVisible();
    expect(trader.getByText(/sample shop/)).toBeVisible();
  });

  test('Terms and Conditions state which button creates the obligation to pay, and when the contract is made', async () => {
    await renderAt(paths.terms);
    const orders = chapter('Orders and payments');
    expect(orders).toHaveTextContent(
      'Press the button that reads “Pay” with the amount and “now”. With that you place an order that obliges you to pay.',
    );
    expect(orders).toHaveTextContent('The contract between us is made when your payment has come through and we confirm the order.');
  });

  test('Terms and Conditions state the delivery time', async () => {
    await renderAt(paths.terms);
    expect(daysToDeliver).toBe(30);
    expect(chapter('Shipping')).toHaveTextContent('no later than 30 days after the contract was made');
  });

  test('Terms and Conditions state the refund windows that the shop applies, and the statutory rights', {
    tags: ['refund.window.damaged', 'refund.window.not-arrived', 'refund.window.changed-mind', 'refund.window.reseller'],
  }, async () => {
    await renderAt(paths.terms);
    expect(refundDays).toEqual({ damaged: 7, notArrived: 10, changedMind: 14, resellerIssue: 3 });
    const table = within(chapter('Returns and refunds')).getByRole('table', { name: 'When to tell us' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Damaged or broken items', 'within 7 days of receipt', 'Photo or video evidence of the damage'],
      ['Non-delivery or misplaced goods', 'within 10 days from dispatch', 'Your order ID'],
      ['Change of mind', 'within 14 days of receipt', 'The goods in their original condition'],
      ['Resellers: an issue of your own buyer', 'within 3 days of delivery', 'What your buyer told you, with pictures if there are any'],
    ]);
    expect(table.nextElementSibling).toHaveTextContent(/^Your statutory rights are not affected\./);
  });

  test('Terms and Conditions state the three outcomes of a return, and a refund only after inspection to the original payment method', {
    tags: ['refund.outcomes', 'refund.inspected-first', 'refund.original-method'],
  }, async () => {
    await renderAt(paths.terms);
    const returns = chapter('Returns and refunds');
    for (const outcome of ['a full refund,', 'a partial refund,', 'a like-for-like replacement (item exchange).'])
      expect(within(returns).getByText(outcome)).toBeVisible();
    expect(returns).toHaveTextContent(
      'A refund is issued only after the returned goods are received and inspected, and goes to the original payment method.',
    );
    expect(returns).toHaveTextContent('Your statutory rights are not affected: where the law leaves the choice between refund');
  });

  test('Terms and Conditions state 14 days to cancel and 30 to reject, and have the model cancellation form', async () => {
    const { container } = await renderAt(paths.terms);
    expect([daysToCancel, daysToRefund, daysToReject]).toEqual([14, 14, 30]);
    const returns = chapter('Returns and refunds');
    expect(returns).toHaveTextContent('This right ends 14 days after the day on which you, or somebody you named, received the goods');
    expect(returns).toHaveTextContent('within 30 days of receiving them you may reject them and get all your money back');
    expect(returns).toHaveTextContent('no later than 14 days after we got the goods back');
    expect(container.querySelector('#form')).toHaveTextContent('Model cancellation form');
    expect(chapter('Model cancellation form')).toHaveTextContent('hereby give notice that I/We [*] cancel my/our [*] contract of sale');
  });

  test('Terms and Conditions scroll to the chapter in the hash of the URL', async () => {
    await renderAt(`${paths.terms}#returns`);
    expect(screen.getByRole('heading', { level: 2, name: 'Returns and refunds' })).toHaveFocus();
    expect(scrollIntoView).toHaveBeenCalledTimes(1);
  });
});

describe('the Privacy Policy', () => {
  test('the Privacy Policy has chapters on all seven subjects', { tags: 'legal.privacy' }, async () => {
    await renderAt(paths.privacy);
    for (const name of [
      'Information we collect',
      'How we use it',
      'Who we share it with',
      'Security',
      'Cookies and what your browser keeps',
      'Policy changes',
      'Support contact',
    ])
      expect(chapter(name)).toBeVisible();
  });

  test('the Privacy Policy states a lawful basis for each purpose, retention periods, rights and the regulator', async () => {
    await renderAt(paths.privacy);
    const purposes = within(chapter('How we use it')).getAllByRole('row').slice(1);
    expect(purposes.length).toBeGreaterThan(0);
    for (const row of purposes) expect(row).toHaveTextContent(/Article 6\(1\)\([a-f]\)/);
    expect(within(chapter('How long we keep it')).getAllByRole('row').length).toBeGreaterThan(1);
    const rights = within(chapter('Your rights'));
    expect(rights.getAllByRole('listitem')).toHaveLength(7);
    expect(rights.getByRole('link', { name: 'Information Commissioner’s Office' })).toHaveAttribute(
      'href',
      expect.stringContaining('ico.org.uk'),
    );
  });

  test('the Privacy Policy says of each kind of data how long it is kept, and on a phone each cell says under which heading it stands', async () => {
    await renderAt(paths.privacy);
    const [heads, ...rows] = within(chapter('How long we keep it')).getAllByRole('row');
    const [what, long] = within(heads ?? document.body)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent);
    expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
      'Orders, payments and refund requests with their pictures',
      'Orders that were never paid',
      'The payment provider’s messages to us about payments',
      'Your account',
      'Cart, wishlist and comparison of your account, and the link to your wishlist',
      'Reviews, with their pictures',
      'An account whose email address was never confirmed',
      'What you wait for until it is back in stock',
      'Messages and enquiries, and our answers',
      'Copies of the emails that the shop sent you',
      'Sign-ins',
      'Codes and links that we email you, and changes of an email address',
      'Words of searches that found nothing, counted by day',
      'Hashes of network addresses',
    ]);
    expect(what).toBe('What');
    for (const row of rows) expect(within(row).getByRole('cell')).toHaveAttribute('data-label', long);
  });

  test('the Privacy Policy lists everything that the shop stores in the browser: where, what for and how long', async () => {
    await renderAt(paths.privacy);
    const table = within(chapter('Cookies and what your browser keeps')).getByRole('table');
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows).toHaveLength(browserStorageList.length);
    for (const [at, { names, where }] of browserStorageList.entries()) {
      const [name, storage, purpose, duration] = [...(rows[at]?.children ?? [])];
      for (const each of names) expect(name).toHaveTextContent(each);
      expect(storage).toHaveTextContent({ cookie: /^Cookie$/, localStorage: /local storage$/, sessionStorage: /session storage$/ }[where]);
      expect(purpose?.textContent?.length).toBeGreaterThan(20);
      expect(duration?.textContent?.length).toBeGreaterThan(10);
    }
  });

  test('the Privacy Policy links to the support e-mail address and the contact page', async () => {
    await renderAt(paths.privacy);
    const support = within(chapter('Support contact'));
    expect(support.getByRole('link', { name: shop.email })).toHaveAttribute('href', `mailto:${shop.email}`);
    expect(support.getByRole('link', { name: 'contact page' })).toHaveAttribute('href', paths.contact);
  });
});

describe('the accessibility statement', () => {
  test('the accessibility statement states its standard, what was tested, known limits and where to complain', async () => {
    await renderAt(paths.accessibility);
    expect(chapter('What we aim for')).toHaveTextContent('Web Content Accessibility Guidelines 2.2, level AA');
    expect(chapter('What we tested, and how')).toHaveTextContent('every address of the shop with axe-core');
    expect(within(chapter('Known limits')).getAllByRole('listitem').length).toBeGreaterThan(3);
    const complain = within(chapter('Tell us, or complain'));
    expect(complain.getByRole('link', { name: 'Equality Advisory and Support Service' })).toBeVisible();
    expect(complain.getByRole('link', { name: shop.email })).toBeVisible();
  });

  test.each([paths.home, paths.terms])(
    'the accessibility statement is linked in the footer of %s, with the terms, the privacy policy and the refund policy',
    async (path) => {
      await renderAt(path);
      const footer = within(screen.getByRole('contentinfo'));
      for (const [name, to] of [
        ['Terms and conditions', paths.terms],
        ['Privacy policy', paths.privacy],
        ['Refund policy', paths.refund],
        ['Accessibility', paths.accessibility],
      ] as const)
        expect(footer.getAllByRole('link', { name })[0]).toHaveAttribute('href', to);
    },
  );
});

test('the page how reviews work bans fake and rewarded reviews, and says who may write, what is removed and what an average counts', async () => {
  await renderAt(paths.reviewPolicy);
  expect(chapter('Who may write a review')).toHaveTextContent('Only somebody who bought the piece from us, once it has been delivered');
  expect(chapter('What we check')).toHaveTextContent('Fake reviews are forbidden here.');
  expect(chapter('Nobody gets anything for a review')).toHaveTextContent('no money, no voucher, no gift, no prize draw');
  const removal = within(chapter('What we do not show, or take down'));
  expect(removal.getAllByRole('listitem')).toHaveLength(reportReasons.length);
  expect(removal.getByText(/^That a review is critical is never a reason/)).toBeVisible();
  expect(chapter('What the average counts')).toHaveTextContent(
    'the plain average of all the reviews of it that we show, rounded to one decimal',
  );
});

test('every link in the translations of the legal pages has a target', () => {
  const links = ['legal', 'terms', 'privacy', 'accessibility', 'review-policy'].flatMap((namespace) => {
    const texts = readTranslations()[namespace] ?? {};
    return translationKeys(texts).flatMap((key) =>
      [...String(translationAt(texts, key)).matchAll(/<(\w+)>(.*?)<\/(\w+)>/g)].map(([, opened = '', , closed]) => ({
        key: `${namespace}: ${key}`,
        opened,
        closed,
      })),
    );
  });
  expect(links.length).toBeGreaterThan(10);
  for (const { key, opened, closed } of links) {
    expect(closed, key).toBe(opened);
    expect(legalLinksOf(shop)[opened], `${key}: ${opened}`).toBeDefined();
  }
});
