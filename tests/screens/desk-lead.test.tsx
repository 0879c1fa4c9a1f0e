import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Insertable } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { calls, theApiFailsOnce, withShopDatabase } from '#tests/support/api.ts';
import { aPaidOrderIn } from '#tests/support/desk.ts';
import { anAccountRow } from '#tests/support/orders.ts';
import { anotherSeller, renderDeskAt, sitsAtTheDesk } from '#tests/support/render-desk.tsx';
import { collectSavedFiles } from '#tests/support/saved-files.ts';
import { typeText } from '#tests/support/type-text.ts';

const main = () => within(screen.getByRole('main'));
const navigation = () => within(screen.getByRole('navigation', { name: 'Desk' }));
const button = (name: string | RegExp) => main().findByRole('button', { name });

const isRegistered = (id: string, values: Partial<Insertable<Tables['account']>> = {}) =>
  withShopDatabase((db, now) =>
    db
      .insertInto('account')
      .values({ ...anAccountRow(id, `${id}@example.com`), created_at: now.toISOString(), ...values })
      .execute(),
  );
const accountOf = (id: string) => withShopDatabase((db) => db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst());

describe('the navigation', () => {
  test('the navigation has more pages behind a menu on phones, which closes on choosing a page and on Escape', async () => {
    await sitsAtTheDesk();
    const { user } = await renderDeskAt('/desk');
    const toggle = await navigation().findByRole('button', { name: 'More' });
    await user.click(toggle);
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await user.click(navigation().getByRole('link', { name: 'Figures' }));
    // The title of the loading page has the focus first, and passes it to the title of the loaded page.
    await waitFor(() => expect(main().getByRole('heading', { level: 1, name: 'Figures' })).toHaveFocus());
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    expect(toggle).toHaveClass('is-current');
    await user.click(toggle);
    await user.keyboard('{Escape}');
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    expect(toggle).toHaveFocus();
  });

  test('support finds reviews and products in the navigation, and no pages that are for sellers only', async () => {
    await sitsAtTheDesk('support');
    await renderDeskAt('/desk');
    expect(await navigation().findByRole('link', { name: 'Reviews' })).toBeVisible();
    expect(navigation().getByRole('link', { name: 'Products' })).toBeVisible();
    expect(navigation().queryByRole('link', { name: 'People' })).not.toBeInTheDocument();
  });
});

describe('people', () => {
  test('an applicant is seen on Today, and made a reseller on their own page', async () => {
    await sitsAtTheDesk();
    await isRegistered('kim', { first_name: 'Kim', last_name: 'Park', wants_to_resell: 1 });
    const { user, address } = await renderDeskAt('/desk');
    await user.click(await main().findByRole('link', { name: /^Look: Asks to become a reseller, Kim Park/ }));
    expect(await main().findByRole('heading', { level: 1, name: 'Kim Park' })).toBeVisible();
    expect(address()).toBe('/desk/people/kim');
    await user.click(await button('Make a reseller'));
    expect(await main().findByText('Kim Park is a reseller now and is told by email.')).toBeVisible();
    expect(await main().findByRole('heading', { name: 'Reseller' })).toBeVisible();
    expect(await accountOf('kim')).toMatchObject({ role: 'reseller', wants_to_resell: 0 });
  });

  test('of two sellers who answer an application the second is told that the first was faster, and sees the person’s current role', async () => {
    await sitsAtTheDesk();
    await isRegistered('kim', { first_name: 'Kim', last_name: 'Park', wants_to_resell: 1 });
    const { user } = await renderDeskAt('/desk/people/kim');
    const keep = await button('Keep as a customer');
    await anotherSeller(deskEndpoints.setRole, { personId: 'kim' }, { seen: 'customer', seenApplies: true, role: 'reseller' });
    await user.click(keep);
    expect(await main().findByText(/Kim Park is a reseller by now/)).toBeVisible();
    await user.click(await button('Show it as it is now'));
    expect(await main().findByRole('heading', { name: 'Reseller' })).toBeVisible();
    expect(await accountOf('kim')).toMatchObject({ role: 'reseller' });
  });

  test('an account whose address is not confirmed cannot be made a reseller', async () => {
    await sitsAtTheDesk();
    await isRegistered('lee', { verified_at: null });
    await renderDeskAt('/desk/people/lee');
    expect(await main().findByText(/before, anybody may have registered it/)).toBeVisible();
    expect(main().queryByRole('button', { name: 'Make a reseller' })).not.toBeInTheDocument();
  });

  test('people are searched for, a search that finds nobody says so, and a list that failed is loaded by another try', async () => {
    await sitsAtTheDesk();
    await isRegistered('kim', { first_name: 'Kim', last_name: 'Park' });
    theApiFailsOnce(deskEndpoints.people.path, 503);
    const { user, address } = await renderDeskAt('/desk/people');
    await user.click(await button('Try again'));
    expect(await main().findByRole('link', { name: 'Kim Park' })).toBeVisible();
    await typeText(user, main().getByRole('searchbox', { name: 'Name or email address' }), 'zz top{Enter}');
    expect(await main().findByText(/^Nobody found for “zz top”/)).toBeVisible();
    expect(address()).toBe('/desk/people?view=customers&q=zz+top');
    await user.click(main().getByRole('link', { name: 'Resellers' }));
    expect(await main().findByText('Nobody is a reseller yet.')).toBeVisible();
  });

  test('two-step sign-in is switched off once it is written how the person was checked', async () => {
    await sitsAtTheDesk();
    await isRegistered('kim', { first_name: 'Kim', last_name: 'Park' });
    await withShopDatabase((db, now) =>
      db
        .insertInto('second_factor')
        .values({ account_id: 'kim', secret: 'x', created_at: now.toISOString(), confirmed_at: now.toISOString() })
        .execute(),
    );
    const { user } = await renderDeskAt('/desk/people/kim');
    await user.click(await main().findByText('Switch two-step sign-in off…'));
    const how = main().getByRole('textbox', { name: 'How did you check?' });
    await user.click(await button('Switch two-step sign-in off'));
    expect(calls.filter((call) => call.includes('second-factor-off'))).toEqual([]);
    await typeText(user, how, 'Mail from kim@example.com');
    await user.click(await button('Switch two-step sign-in off'));
    await waitFor(() => expect(calls.filter((call) => call.includes('second-factor-off'))).toHaveLength(1));
    expect(await main().findByRole('alert')).toBeVisible();
    expect(how).toHaveValue('Mail from kim@example.com');
    await user.clear(how);
    await typeText(user, how, 'Called back, knew the last order.');
    await user.click(await button('Switch two-step sign-in off'));
    expect(await main().findByText(/^Two-step sign-in of Kim Park is off/)).toBeVisible();
  });

  test('a person is deleted after the seller has typed their email address, and the list confirms it', async () => {
    await sitsAtTheDesk();
    await isRegistered('kim', { first_name: 'Kim', last_name: 'Park' });
    const { user, address } = await renderDeskAt('/desk/people/kim');
    await user.click(await main().findByText('Delete this person…'));
    const field = main().getByRole('textbox', { name: 'To confirm, type kim@example.com' });
    expect(await button('Delete this person')).toHaveAttribute('aria-disabled', 'true');
    await typeText(user, field, 'lee@example.com');
    await user.click(await button('Delete this person'));
    expect(await main().findByText(/This is not the address of this person/)).toBeVisible();
    await user.clear(field);
    await typeText(user, field, 'kim@example.com');
    await user.click(await button('Delete this person'));
    expect(await main().findByText('Kim Park is deleted.')).toBeVisible();
    expect(address()).toBe('/desk/people');
    expect(await accountOf('kim')).toBeUndefined();
  });

  test('staff are added, given another role and removed, each by a press, and nobody can change their own role', async () => {
    await sitsAtTheDesk();
    await isRegistered('sam', { first_name: 'Sam', last_name: 'Reed' });
    const { user } = await renderDeskAt('/desk/people?view=staff');
    expect(await main().findByText('You')).toBeVisible();
    await typeText(user, main().getByRole('textbox', { name: 'Email of their account' }), 'sam@example.com');
    await user.click(await button('Add to the staff'));
    expect(await main().findByText('sam@example.com: Support, from now on.')).toBeVisible();
    await user.click(await button('Make Seller'));
    expect(await main().findByText('Sam Reed: Seller, from now on.')).toBeVisible();
    await user.click(await button('Take off the staff'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take off the staff' }));
    expect(await main().findByText(/^The desk is closed to Sam Reed/)).toBeVisible();
    // The list is fetched again.
    await waitFor(() => expect(main().getAllByRole('listitem')).toHaveLength(1));
  });

  test('a seller who adds somebody whom another seller has just added keeps what was typed, and sees them on a press', async () => {
    await sitsAtTheDesk();
    await isRegistered('sam', { first_name: 'Sam', last_name: 'Reed' });
    const { user } = await renderDeskAt('/desk/people?view=staff');
    const email = await main().findByRole('textbox', { name: 'Email of their account' });
    await typeText(user, email, 'sam@example.com');
    await anotherSeller(deskEndpoints.setStaffRole, {}, { email: 'sam@example.com', role: 'seller', seen: null });
    await user.click(await button('Add to the staff'));
    expect(await main().findByRole('alert')).toHaveTextContent('is seller already');
    expect(email).toHaveValue('sam@example.com');
    await user.click(await button('Show it as it is now'));
    expect(await main().findByText('Sam Reed')).toBeVisible();
  });
});

describe('figures', () => {
  test('the figures say in words, bars and a table what was sold, and are saved for a spreadsheet', async () => {
    await sitsAtTheDesk();
    await withShopDatabase((db, now) => aPaidOrderIn(db, { productId: 'lavender-soap-bar', quantity: 2, now }));
    const saved = collectSavedFiles();
    const { user } = await renderDeskAt('/desk/figures');
    const figure = within(await main().findByRole('figure'));
    expect(figure.getByText(/^1 order for £18\.00 from /)).toBeVisible();
    await user.click(figure.getByText('Show as a table'));
    expect(figure.getAllByRole('row')).toHaveLength(29);
    expect(figure.getAllByRole('cell', { name: '£18.00' }).length).toBeGreaterThan(0);
    expect(main().getByText('2 pieces, £13.00')).toBeVisible();
    await user.click(await button('Save for the accountant'));
    expect(await main().findByText(/^books-.+\.csv is saved\.$/)).toBeVisible();
    expect(await saved[0]?.text()).toContain(',invoice,INV-');
  });

  test('another range of the figures, and another view of a list, keep their place on the page', async () => {
    await sitsAtTheDesk();
    const figures = await renderDeskAt('/desk/figures');
    const month = await main().findByRole('link', { name: 'Last month' });
    window.scrollTo(0, 500);
    await figures.user.click(month);
    await waitFor(() => expect(main().getByRole('link', { name: 'Last month' })).toHaveAttribute('aria-current', 'page'));
    expect(window.scrollY).toBe(500);
    await figures.user.click(main().getByRole('button', { name: 'Show' }));
    expect(window.scrollY).toBe(500);
    await figures.user.click(screen.getByRole('link', { name: 'Products' }));
    const drafts = await main().findByRole('link', { name: /^Drafts/ });
    window.scrollTo(0, 500);
    await figures.user.click(drafts);
    await waitFor(() => expect(main().getByRole('link', { name: /^Drafts/ })).toHaveAttribute('aria-current', 'page'));
    expect(window.scrollY).toBe(500);
  });

  test('the figures of other days are requested by the form, and days without a sale say so', async () => {
    await sitsAtTheDesk();
    const { user, address } = await renderDeskAt('/desk/figures');
    const from = await main().findByLabelText('From');
    fireEvent.change(from, { target: { value: '2020-01-01' } });
    fireEvent.change(main().getByLabelText('To'), { target: { value: '2020-01-31' } });
    await user.selectOptions(main().getByLabelText('By'), 'week');
    await user.click(await button('Show'));
    expect(await main().findByText(/^No order was paid from 1 January 2020/)).toBeVisible();
    expect(address()).toBe('/desk/figures?from=2020-01-01&to=2020-01-31&by=week');
  });

  test('when the last four weeks are also this month, only one of the two links is marked as current', async () => {
    await sitsAtTheDesk();
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-11-28T12:00:00Z') });
    await renderDeskAt('/desk/figures?from=2025-11-01&to=2025-11-28&by=day');
    const ranges = within(await main().findByRole('navigation', { name: 'Days' }));
    expect(ranges.getAllByRole('link', { current: 'page' })).toHaveLength(1);
  });
});

describe('settings and health', () => {
  test('a seller retries failed work, and the staff log says who did it', async () => {
    await sitsAtTheDesk();
    await withShopDatabase(async (db, now) => {
      const mail = { recipient: 'ada@example.com', subject: 'Your order', text: '', parts: '[]', created_at: now.toISOString() };
      await db
        .insertInto('mail')
        .values({ ...mail, id: 'mail-1', tries: 9, problem: 'refused', due_at: null, sent_at: null })
        .execute();
      await db
        .insertInto('unmatched_payment')
        .values({
          event_id: 'evt_1',
          order_id: '7Q2M-4XKP-0ZB1-9HTD',
          session_id: 'cs_1',
          amount: 1300,
          reference: 'pi_1',
          received_at: now.toISOString(),
          refunded_at: null,
          refund_reference: null,
          problem: '',
        })
        .execute();
    });
    const { user, address } = await renderDeskAt('/desk');
    await user.click(await main().findByRole('link', { name: '1 email couldn’t be sent' }));
    expect(await main().findByText('Given up. Tried 9 times. refused')).toBeVisible();
    await user.click(await button('Try again'));
    expect(await main().findByText('The shop tries it again at once.')).toBeVisible();
    await user.click(main().getByText('Settled another way…'));
    await typeText(user, main().getByRole('textbox', { name: 'How was it settled?' }), 'bank transfer');
    await user.click(await button('Settled another way'));
    expect(await main().findByText('Every payment belongs to an order.')).toBeVisible();
    await user.click(main().getByRole('link', { name: 'Who did what' }));
    const rows = async () => (await main().findAllByRole('listitem')).map((row) => row.textContent);
    expect(await rows()).toEqual([
      expect.stringContaining('Rosa Byron settled a payment without an order'),
      expect.stringContaining('Rosa Byron tried mail again'),
    ]);
    await user.selectOptions(main().getByLabelText('What'), 'tried mail again');
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    // By both: the second choice keeps the first.
    await user.selectOptions(main().getByLabelText('Who'), 'Rosa Byron');
    await waitFor(() => expect(address()).toContain('who=rosa'));
    expect(main().getByLabelText('What')).toHaveDisplayValue('tried mail again');
    expect(await rows()).toHaveLength(1);
  });

  test('a payment without an order that came back to the shop is offered to be settled, and not to be refunded once more', async () => {
    await sitsAtTheDesk();
    await withShopDatabase((db, now) =>
      db
        .insertInto('unmatched_payment')
        .values({
          event_id: 'evt_1',
          order_id: '7Q2M-4XKP-0ZB1-9HTD',
          session_id: 'cs_1',
          amount: 1300,
          reference: 'pi_1',
          received_at: now.toISOString(),
          refunded_at: null,
          refund_reference: 're_1',
          problem: 'failed (expired card)',
        })
        .execute(),
    );
    await renderDeskAt('/desk/settings?view=health');
    expect(await main().findByText('It was refunded and came back. Pay it another way, then say how.')).toBeVisible();
    expect(main().getByText('Settled another way…')).toBeVisible();
    expect(main().queryByRole('button', { name: /^Refund/ })).not.toBeInTheDocument();
  });

  test('what was done links to the page about it, by what it was and not by what its name looks like', async () => {
    await sitsAtTheDesk();
    const done = [
      ['addNote', '7Q2M-4XKP-0ZB1-9HTD', '/desk/orders/7Q2M-4XKP-0ZB1-9HTD'],
      ['endVoucher', 'R-10', '/desk/vouchers/R-10'],
      ['createVoucher', 'MILL-LANE-2026-GIFT', '/desk/vouchers/MILL-LANE-2026-GIFT'],
      ['saveProduct', 'blue-bowl-with-foot', '/desk/products/blue-bowl-with-foot'],
      ['removeProduct', 'blue-bowl-with-wave', undefined],
      ['countStock', 'blue-bowl-from-clay', undefined],
    ] as const;
    await withShopDatabase((db, now) =>
      db
        .insertInto('staff_event')
        .values(done.map(([what, subject]) => ({ id: subject, at: now.toISOString(), account_id: 'rosa', what, subject, note: '' })))
        .execute(),
    );
    await renderDeskAt('/desk/settings?view=done');
    await main().findByText('R-10');
    for (const [, subject, to] of done) {
      const link = main().getByText(subject).closest('a');
      expect(link?.getAttribute('href') ?? undefined, subject).toBe(to);
    }
  });

  test('settings are listed in words, and those of the machine by name behind a press, secrets without their value', async () => {
    await sitsAtTheDesk();
    const { user } = await renderDeskAt('/desk/settings');
    expect(await main().findByRole('link', { name: 'Your details' })).toHaveAttribute('href', '/desk/settings/details');
    await user.click(main().getByText('What the server decides', { selector: 'summary' }));
    const row = within(await main().findByRole('row', { name: /^STRIPE_SECRET_KEY/ }));
    expect(row.getByText('not set')).toBeVisible();
    expect(main().getByRole('row', { name: /^PORT/ })).toHaveTextContent('3000');
  });
});
