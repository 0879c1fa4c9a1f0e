import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { standardOnly } from '#contract/delivery-options.ts';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import type { StaffRole } from '#contract/desk/staff.ts';
import { setDeliveryOptions } from '#server/domain/delivery/delivery-options.ts';
import { submitContact } from '#server/domain/messages/messages.ts';
import { theApiFailsOnce, theBrowserHasSession, withShopDatabase } from '#tests/support/api.ts';
import { aPaidOrderIn, signInAt } from '#tests/support/desk.ts';
import { expectFocused } from '#tests/support/expect-focused.ts';
import { minutesLater } from '#tests/support/orders.ts';
import { renderDeskAt } from '#tests/support/render-desk.tsx';

const main = () => within(screen.getByRole('main'));
const navigation = () => within(screen.getByRole('navigation', { name: 'Desk' }));

type Member = { readonly role?: StaffRole; readonly hasSecondFactor?: boolean };

const isSignedIn = (member: Member) =>
  withShopDatabase(async (db, now) => {
    const cookie = await signInAt(db, 'rosa', { firstName: 'Rosa', codeAt: now, ...member });
    theBrowserHasSession(cookie.slice('session='.length));
  });

const isBoughtBy = (firstName: string, now: Date, note = '') =>
  withShopDatabase((db) => aPaidOrderIn(db, { productId: 'lavender-soap-bar', quantity: 2, now, note, buyer: { firstName } }));

const writes = (name: string, message: string) =>
  withShopDatabase((db, now) =>
    submitContact(
      db,
      { name, email: 'grace@example.com', topic: 'order', orderId: '', message, honeypot: '' },
      {
        now,
        clientIp: '192.0.2.1',
        sender: { shopName: 'Mugs', shopUrl: 'https://mugs.example' },
        sellerEmail: 'seller@mugs.example',
      },
    ),
  );

/** Stands in for a function of `location` that leaves the document. */
const standsInForLocation = (name: 'assign' | 'replace') => {
  const leave = vi.fn<(address: string) => void>();
  const { href, origin, protocol, host, hostname, pathname, search, hash } = window.location;
  vi.stubGlobal('location', { href, origin, protocol, host, hostname, pathname, search, hash, [name]: leave });
  return leave;
};

const longAgo = new Date('2020-01-06T10:00:00Z');
const farAhead = new Date('2100-01-04T10:00:00Z');

test('a visitor who is not signed in is led to the shop’s sign-in, and from there back to the page that was asked for', async () => {
  const replace = standsInForLocation('replace');
  await renderDeskAt('/desk/orders?view=late', { isLeft: true });
  await waitFor(() => expect(replace).toHaveBeenCalled());
  const [[address = ''] = []] = replace.mock.calls;
  const { pathname, search } = new URL(address, 'http://localhost:3000');
  expect([pathname, decodeURIComponent(search)]).toEqual(['/login-register', '?from=/desk/orders?view=late']);
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});

test('a shopper who is signed in is told that the page does not exist, and sees no page of the desk', async () => {
  await isSignedIn({});
  await renderDeskAt('/desk');
  expect(main().getByRole('heading', { name: 'There’s nothing at this address' })).toBeVisible();
  expect(main().getByRole('link', { name: 'View the shop' })).toHaveAttribute('href', '/');
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});

test('a seller without two-step sign-in is led to where it is set up', async () => {
  await isSignedIn({ role: 'seller', hasSecondFactor: false });
  await renderDeskAt('/desk');
  expect(main().getByRole('link', { name: 'Set up two-step sign-in' })).toHaveAttribute('href', '/my-account?section=secondFactor');
});

test('the seller reads what must leave today, who waits and what was sold, and goes to each by a link, with the focus on its title', async () => {
  await isSignedIn({ role: 'seller' });
  await isBoughtBy('Mary', longAgo, 'Leave it with the neighbour.');
  await isBoughtBy('Idris', farAhead);
  await writes('Grace Hopper', 'Is it oven-proof?');
  const { user, address } = await renderDeskAt('/desk');
  expect(await main().findByText('2 parcels to send, 1 is late. 1 person waits for an answer.')).toBeVisible();
  expect(main().queryByRole('region', { name: 'First steps' })).not.toBeInTheDocument();
  const post = within(main().getByRole('region', { name: '1 to pack today' }));
  expect(post.getByRole('link', { name: 'Mary Byron' })).toBeVisible();
  expect(post.getByText(/^Late since/)).toBeVisible();
  expect(post.getByText('Buyer’s note')).toBeVisible();
  expect(post.queryByRole('link', { name: 'Idris Byron' })).not.toBeInTheDocument();
  expect(post.getByText(/^Then 1 by/)).toBeVisible();
  expect(main().getByRole('heading', { name: 'Sales, last 7 days' })).toBeVisible();
  expect(post.getByRole('link', { name: 'See all 2' })).toHaveAttribute('href', '/desk/orders');
  expect(navigation().getByRole('link', { name: 'Orders 2 waiting' })).toBeVisible();
  expect(navigation().getByRole('button', { name: 'More 1 waiting' })).toBeVisible();

  const ask = within(within(main().getByRole('region', { name: 'Waiting for an answer' })).getByRole('listitem'));
  expect(ask.getByText('“Is it oven-proof?”')).toBeVisible();
  await user.click(ask.getByRole('link', { name: /^Answer: Message: .+, Grace Hopper$/ }));
  await expectFocused(main().findByRole('heading', { level: 1, name: 'From Grace Hopper' }));
  expect(address()).toMatch(/^\/desk\/messages\/M-/);
  expect(document.title).toContain('From Grace Hopper');

  await user.click(navigation().getByRole('link', { name: 'Today' }));
  await user.click(await main().findByRole('link', { name: 'Pack 1 parcel' }));
  await expectFocused(main().findByRole('heading', { level: 1, name: 'Orders' }));
  expect(address()).toBe('/desk/orders?view=toSend&due=today');
});

test.each([
  [1, 2, '£9.00 less than the week before'],
  [3, 1, '£18.00 more than the week before'],
])('the sales of seven days are compared with those before: %i soaps after %i are %s', async (sold, before, words) => {
  await isSignedIn({ role: 'seller' });
  await withShopDatabase(async (db, now) => {
    await aPaidOrderIn(db, { productId: 'lavender-soap-bar', quantity: before, now: minutesLater(-10 * 24 * 60, now) });
    await aPaidOrderIn(db, { productId: 'lavender-soap-bar', quantity: sold, now });
  });
  await renderDeskAt('/desk');
  expect(await main().findByText(words)).toBeVisible();
});

test('where nothing has to leave today, the seller sees the first parcels of the next day, how many it has, and the way to all', async () => {
  await isSignedIn({ role: 'seller' });
  for (const [at, firstName] of ['Mary', 'Idris', 'Tom', 'Jo'].entries()) await isBoughtBy(firstName, minutesLater(at, farAhead));
  const { user, address } = await renderDeskAt('/desk');
  const pack = within(await main().findByRole('region', { name: /^4 to pack by \w{3} \d+ Jan$/ }));
  expect(pack.getAllByRole('listitem')).toHaveLength(3);
  expect(pack.getByRole('link', { name: 'Mary Byron' })).toBeVisible();
  expect(pack.getAllByText('2 × Lavender soap bar')).toHaveLength(3);
  expect(pack.getByText('Nothing has to leave today.')).toBeVisible();
  await user.click(pack.getByRole('link', { name: 'See all 4' }));
  await waitFor(() => expect(address()).toBe('/desk/orders'));
});

test('the navigation has today, orders, what can be begun, products and then the rest, and its menu closes after a choice', async () => {
  await isSignedIn({ role: 'seller' });
  const { user, address } = await renderDeskAt('/desk');
  await main().findByText('Nothing to send and nobody waits.');
  const controls = screen.getByRole('navigation', { name: 'Desk' }).querySelectorAll('a, button');
  expect([...controls].map((each) => each.textContent)).toEqual([
    ...['Today', 'Orders', 'New', 'New product', 'Count stock', 'New voucher', 'Import products', 'Products'],
    ...['More', 'Messages', 'Refunds', 'Reviews', 'Vouchers', 'People', 'Figures', 'Settings'],
  ]);
  const start = navigation().getByRole('button', { name: 'New' });
  await user.click(start);
  expect(start).toHaveAttribute('aria-expanded', 'true');
  await user.keyboard('{Escape}');
  expect(start).toHaveAttribute('aria-expanded', 'false');
  expect(start).toHaveFocus();
  await user.click(start);
  await user.click(navigation().getByRole('link', { name: 'Count stock' }));
  await waitFor(() => expect(address()).toBe('/desk/products?count=1'));
  expect(start).toHaveAttribute('aria-expanded', 'false');
});

test('support can begin what support may do', async () => {
  await isSignedIn({ role: 'support' });
  await renderDeskAt('/desk');
  await main().findByText('Nothing to send and nobody waits.');
  expect(navigation().getByRole('link', { name: 'Count stock' })).toBeVisible();
  for (const name of ['New product', 'New voucher', 'Import products'])
    expect(navigation().queryByRole('link', { name })).not.toBeInTheDocument();
});

test('until anybody has ordered, the seller reads the first steps, each a link, and which are done', async () => {
  await isSignedIn({ role: 'seller' });
  await withShopDatabase((db) => setDeliveryOptions(db, standardOnly));
  const { user, address } = await renderDeskAt('/desk');
  const steps = within(await main().findByRole('region', { name: 'First steps' }));
  expect(steps.getAllByRole('link', { name: / done$/ }).map((link) => link.getAttribute('href'))).toEqual(['/desk/settings/delivery']);
  expect(steps.getByRole('link', { name: /^Place an order yourself/ })).toHaveAttribute('href', '/');
  await user.click(steps.getByRole('link', { name: /^Check your address/ }));
  await waitFor(() => expect(address()).toBe('/desk/settings/details'));
});

test('support sees what must be done, and neither sales nor first steps', async () => {
  await isSignedIn({ role: 'support' });
  await renderDeskAt('/desk');
  expect(await main().findByText('Nothing to send and nobody waits.')).toBeVisible();
  expect(main().queryByRole('region', { name: 'First steps' })).not.toBeInTheDocument();
  expect(main().queryByRole('heading', { name: 'Sales, last 7 days' })).not.toBeInTheDocument();
});

test('a day that could not be loaded says so and is loaded by another try, which keeps the focus on the page', async () => {
  await isSignedIn({ role: 'seller' });
  theApiFailsOnce(deskEndpoints.today.path, 503);
  const { user } = await renderDeskAt('/desk');
  await user.click(await main().findByRole('button', { name: 'Try again' }));
  expect(await main().findByText('Nothing to send and nobody waits.')).toBeVisible();
  expect(main().queryByRole('alert')).not.toBeInTheDocument();
  await waitFor(() => expect(document.body).not.toHaveFocus());
});

test('without a connection a bar says so, until there is one again', async () => {
  await isSignedIn({ role: 'seller' });
  await renderDeskAt('/desk');
  await main().findByText('Nothing to send and nobody waits.');
  const goes = (event: 'offline' | 'online') => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(event === 'online');
    act(() => void window.dispatchEvent(new Event(event)));
  };
  goes('offline');
  expect(main().getByText(/^You’re offline/)).toBeVisible();
  goes('online');
  expect(main().queryByText(/^You’re offline/)).not.toBeInTheDocument();
});

test('a URL that the desk does not have leads back to Today', async () => {
  await isSignedIn({ role: 'seller' });
  const { user, address } = await renderDeskAt('/desk/nowhere');
  await user.click(await main().findByRole('link', { name: 'Go to Today' }));
  await waitFor(() => expect(address()).toBe('/desk'));
});

test('a member of staff who signs out is signed out on the server and taken to the shop', async () => {
  const assign = standsInForLocation('assign');
  await isSignedIn({ role: 'seller' });
  const { user } = await renderDeskAt('/desk');
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
  expect(await withShopDatabase((db) => db.selectFrom('session').selectAll().execute())).toEqual([]);
});
