import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { exportCatalogue } from '#server/domain/catalogue/catalogue-import.ts';
import { addCategory, renameCategory } from '#server/domain/catalogue/categories.ts';
import { setSynonym } from '#server/domain/catalogue/synonyms.ts';
import { approveReview, reportReview } from '#server/domain/reviews/review-moderation.ts';
import { createVoucher } from '#server/domain/vouchers/vouchers.ts';
import { theApiFailsOnce, theApiHolds, withShopDatabase } from '#tests/support/api.ts';
import { theConnectionBlinks } from '#tests/support/connection.ts';
import { aReviewIn } from '#tests/support/desk-reviews.ts';
import { anotherSeller, renderDeskAt, sitsAtTheDesk } from '#tests/support/render-desk.tsx';
import { testInAll } from '#tests/support/test-in-all.ts';
import { typeText } from '#tests/support/type-text.ts';

const main = () => within(screen.getByRole('main'));
const press = (name: string | RegExp) => main().findByRole('button', { name });

const soap = 'lavender-soap-bar';
const isReviewed = (over: Partial<Parameters<typeof aReviewIn>[1]> = {}) =>
  withShopDatabase((db, now) => aReviewIn(db, { productId: soap, now, ...over }));
const reviewOf = (reference: string) =>
  withShopDatabase((db) => db.selectFrom('review').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow());
const mails = () => withShopDatabase((db) => db.selectFrom('mail').select(['subject', 'text']).execute());

describe('reviews', () => {
  test('support reads reviews oldest first, decides one, and is led to the next automatically, and then back to the list', async () => {
    await sitsAtTheDesk('support');
    const first = await isReviewed({ text: 'It smells of <b>summer</b>.' });
    const second = await isReviewed({
      productId: 'beech-rolling-pin',
      stars: 2,
      text: 'It came with a crack in it.',
      email: 'grace@example.com',
    });
    const { user, address } = await renderDeskAt('/desk/reviews');
    await user.click((await main().findAllByRole('link', { name: 'Lavender soap bar' }))[0] as HTMLElement);
    expect(await main().findByText('It smells of <b>summer</b>.')).toBeVisible();
    expect(main().getByText(/may not be hidden because it is critical/)).toBeVisible();
    expect(main().getByRole('link', { name: first.orderId })).toBeVisible();
    await user.click(await press('Show it in the shop'));
    expect(await main().findByText('The review of Lavender soap bar is in the shop now.')).toBeVisible();
    expect(address()).toBe(`/desk/reviews/${second.reference}`);
    await waitFor(() => expect(main().getByRole('heading', { level: 1, name: 'Rolling pin' })).toHaveFocus());
    await user.click(await main().findByText('Don’t show it'));
    expect(await press('Decline')).toHaveAttribute('aria-disabled', 'true');
    await user.click(await press('It names somebody'));
    await user.click(await press('Decline'));
    expect(await main().findByText('No review waits for you.')).toBeVisible();
    expect(main().getByText('The review of Rolling pin is declined. Its author is told by email.')).toBeVisible();
    expect(await reviewOf(second.reference)).toMatchObject({ state: 'declined' });
    expect((await mails()).at(-1)?.text).toContain('It names somebody. Please write it again without the name.');
  });

  test('a seller who approves a review that its author has just changed is told so, and sees both versions on a press', async () => {
    await sitsAtTheDesk();
    const { reference, write } = await isReviewed({ text: 'It smells of summer.' });
    const { user } = await renderDeskAt(`/desk/reviews/${reference}`);
    await press('Show it in the shop');
    await withShopDatabase(() => write('Buy cheaper at evil.example instead!'));
    await user.click(await press('Show it in the shop'));
    expect(await main().findByRole('alert')).toHaveTextContent('The author has just changed it.');
    expect(await reviewOf(reference)).toMatchObject({ state: 'waiting' });
    await user.click(await press('Show it as it is now'));
    expect(await main().findByText('Buy cheaper at evil.example instead!')).toBeVisible();
    expect(main().getByText('It smells of summer.')).toBeVisible();
    await user.click(await press('Show it in the shop'));
    expect(await main().findByText('No review waits for you.')).toBeVisible();
  });

  test('a seller who has read a review before its author changed it does not approve the other words, although the page has been fetched again', async () => {
    await sitsAtTheDesk();
    const { reference, write } = await isReviewed({ text: 'It smells of summer.' });
    const { user } = await renderDeskAt(`/desk/reviews/${reference}`);
    await press('Show it in the shop');
    await withShopDatabase(() => write('Buy cheaper at evil.example instead!'));
    await theConnectionBlinks();
    expect(await main().findByText('Buy cheaper at evil.example instead!')).toBeVisible();
    await user.click(await press('Show it in the shop'));
    expect(await main().findByRole('alert')).toHaveTextContent('The author has just changed it.');
    expect(await reviewOf(reference)).toMatchObject({ state: 'waiting' });
    await user.click(await press('Show it as it is now'));
    await waitFor(() => expect(main().queryByRole('alert')).not.toBeInTheDocument());
    await user.click(await press('Show it in the shop'));
    expect(await main().findByText('No review waits for you.')).toBeVisible();
  });

  test('a seller who decides a review that somebody else has decided keeps the typed reason, and reads who it was', async () => {
    await sitsAtTheDesk();
    const { reference } = await isReviewed();
    const { user } = await renderDeskAt(`/desk/reviews/${reference}`);
    await user.click(await main().findByText('Don’t show it'));
    const reason = await main().findByRole('textbox', { name: 'Why, in words for its author' });
    await typeText(user, reason, 'It names a neighbour.');
    await anotherSeller(deskEndpoints.changeReview, { reference }, { revision: 1, change: { what: 'approve' } });
    await user.click(await press('Decline'));
    expect(await main().findByRole('alert')).toHaveTextContent(/approved already \(Ada, /);
    expect(reason).toHaveValue('It names a neighbour.');
    await user.click(await press('Show it as it is now'));
    expect(await main().findByRole('heading', { name: 'Reply' })).toBeVisible();
  });

  test('a reported review is found on Today, kept, and replied to', async () => {
    await sitsAtTheDesk();
    const { reference } = await isReviewed();
    await withShopDatabase(async (db, now) => {
      await approveReview(db, reference, { revision: 1, now });
      await reportReview(db, { reference, reason: 'offensive' }, now);
    });
    const { user, address } = await renderDeskAt('/desk');
    await user.click(await main().findByRole('link', { name: /^Look: Reported review: Lavender soap bar/ }));
    expect(await main().findByText('Offensive: reported 1 time')).toBeVisible();
    expect(await press('Save the reply')).toHaveAttribute('aria-disabled', 'true');
    await typeText(user, main().getByRole('textbox', { name: /^Your words below it/ }), 'Thank you!');
    await user.click(await press('Save the reply'));
    expect(await main().findByText('Your reply is saved.')).toBeVisible();
    await user.click(await press('Keep it in the shop'));
    expect(await main().findByText('The review of Lavender soap bar stays in the shop.')).toBeVisible();
    expect(address()).toBe('/desk/reviews');
    expect(await reviewOf(reference)).toMatchObject({ state: 'approved', reply: 'Thank you!' });
  });

  test('the second of two sellers who reply to a review keeps what was typed, reads the first reply beside it, and can replace it', async () => {
    await sitsAtTheDesk();
    const { reference } = await isReviewed();
    const { revision } = await withShopDatabase((db, now) => approveReview(db, reference, { revision: 1, now }));
    const { user } = await renderDeskAt(`/desk/reviews/${reference}`);
    const reply = await main().findByLabelText('Your words below it, for everybody');
    await typeText(user, reply, 'Thank you!');
    await anotherSeller(deskEndpoints.changeReview, { reference }, { revision, change: { what: 'reply', reply: 'Ta.' } });
    await user.click(await press('Save the reply'));
    await user.click(await press('Show it as it is now'));
    expect(await main().findByText('Shown now: Ta.')).toBeVisible();
    expect(main().getByLabelText('Your words below it, for everybody')).toHaveValue('Thank you!');
    await user.click(await press('Save the reply'));
    expect(await main().findByText('Your reply is saved.')).toBeVisible();
    expect((await reviewOf(reference)).reply).toBe('Thank you!');
  });

  test('the reply of another seller is not overwritten by one that was begun before it, although the page has been fetched again', async () => {
    await sitsAtTheDesk();
    const { reference } = await isReviewed();
    const { revision } = await withShopDatabase((db, now) => approveReview(db, reference, { revision: 1, now }));
    const { user } = await renderDeskAt(`/desk/reviews/${reference}`);
    await typeText(user, await main().findByLabelText('Your words below it, for everybody'), 'Thank you!');
    await anotherSeller(deskEndpoints.changeReview, { reference }, { revision, change: { what: 'reply', reply: 'Ta.' } });
    await theConnectionBlinks();
    expect(await main().findByText('Shown now: Ta.')).toBeVisible();
    await user.click(await press('Save the reply'));
    expect(await main().findByRole('alert')).toHaveTextContent(/Ada/);
    expect((await reviewOf(reference)).reply).toBe('Ta.');
    expect(main().getByLabelText('Your words below it, for everybody')).toHaveValue('Thank you!');
  });

  testInAll('a list that could not be loaded says so and is loaded by another try', async () => {
    await sitsAtTheDesk();
    theApiFailsOnce(deskEndpoints.reviews.path, 503);
    const { user } = await renderDeskAt('/desk/reviews?view=approved');
    await user.click(await press('Try again'));
    expect(await main().findByText('No review is shown yet.')).toBeVisible();
  });
});

describe('vouchers', () => {
  test('the seller makes a voucher, reads it as a buyer would, copies its link, and ends it after confirming', async () => {
    await sitsAtTheDesk();
    const { user, address } = await renderDeskAt('/desk/vouchers');
    await user.click(await main().findByRole('link', { name: 'New voucher' }));
    await user.click(await main().findByRole('radio', { name: 'An amount' }));
    await typeText(user, main().getByRole('textbox', { name: 'Pounds' }), '5');
    await typeText(user, main().getByRole('textbox', { name: /^Minimum spend/ }), '20');
    await typeText(user, main().getByRole('textbox', { name: /^Code/ }), 'soap5');
    await user.click(await main().findByRole('checkbox', { name: 'Bath & body' }));
    await typeText(user, main().getByRole('searchbox', { name: /^Find a product/ }), 'rolling');
    await user.click(await press('Add Rolling pin'));
    expect(main().getByText('£5.00 off for Rolling pin or Bath & body. Spend at least £20.00 on them.')).toBeVisible();
    await user.click(await press('Create voucher'));
    expect(await main().findByText('SOAP5 is made.')).toBeVisible();
    expect(address()).toBe('/desk/vouchers/SOAP5');
    expect(main().getByText('No order uses it yet.')).toBeVisible();
    await user.click(await press(/Copy the link/));
    expect(await main().findByText('The link is copied.')).toBeVisible();
    expect(await navigator.clipboard.readText()).toMatch(/\/\?voucher=SOAP5$/);
    await user.click(await press('End now'));
    const question = within(await screen.findByRole('dialog'));
    expect(question.getByText(/can’t be used from now on/)).toBeVisible();
    await user.click(question.getByRole('button', { name: 'End now' }));
    expect(await main().findByText('SOAP5 has ended.')).toBeVisible();
    expect(main().getByRole('heading', { level: 2, name: 'Ended' })).toBeVisible();
    expect(main().queryByRole('button', { name: 'End now' })).not.toBeInTheDocument();
  });

  testInAll('a search for products offers ten of them, and an eleventh when one is chosen', async () => {
    await sitsAtTheDesk();
    const { user } = await renderDeskAt('/desk/vouchers/new');
    await typeText(user, await main().findByRole('searchbox', { name: /^Find a product/ }), 's');
    const offers = within(main().getByRole('list', { name: 'Products' }));
    const names = () => offers.getAllByRole('button', { name: /^Add / }).map(({ textContent }) => textContent);
    await waitFor(() => expect(names()).toHaveLength(10));
    const [first = ''] = names();
    await user.click(offers.getByRole('button', { name: first }));
    expect(names()).toHaveLength(10);
    expect(names()).not.toContain(first);
  });

  testInAll('where the browser does not let it copy, the message has the link to be copied by hand', async () => {
    await sitsAtTheDesk();
    await withShopDatabase((db, now) => createVoucher(db, { kind: 'percent', value: 10, code: 'TEN' }, { now }));
    const { user } = await renderDeskAt('/desk/vouchers/TEN');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
    await user.click(await press(/Copy the link/));
    expect(await main().findByText(/^It couldn’t be copied. Copy it from here: .*voucher=TEN$/)).toBeVisible();
  });

  test('a seller who goes back to the list before the voucher is made stays there, and finds it in the list', async () => {
    await sitsAtTheDesk();
    const { user, address } = await renderDeskAt('/desk/vouchers/new');
    await typeText(user, await main().findByRole('textbox', { name: /^Per cent/ }), '10 %');
    await typeText(user, main().getByRole('textbox', { name: /^Code/ }), 'late10');
    expect(main().getByText(/^10 ?% off/)).toBeVisible();
    const release = theApiHolds(deskEndpoints.createVoucher.path, ({ method }) => method === 'POST');
    await user.click(await press('Create voucher'));
    await user.click(main().getByRole('link', { name: 'Vouchers' }));
    await waitFor(() => expect(address()).toBe('/desk/vouchers'));
    release();
    expect(await main().findByRole('link', { name: /LATE10/ })).toBeVisible();
    expect(address()).toBe('/desk/vouchers');
  });

  test('what is wrong is said at its field, and what was typed stays', async () => {
    await sitsAtTheDesk();
    const { user } = await renderDeskAt('/desk/vouchers/new');
    const value = await main().findByRole('textbox', { name: /^Per cent/ });
    await typeText(user, value, '110');
    await user.click(await press('Create voucher'));
    expect(await main().findByRole('alert')).toHaveFocus();
    expect(value).toHaveAccessibleDescription(/from 1 to 100/);
    expect(value).toHaveValue('110');
  });

  test('a sum with a comma before the pence is refused, not read as a hundred times as much', async () => {
    await sitsAtTheDesk();
    const { user } = await renderDeskAt('/desk/vouchers/new');
    await user.click(await main().findByRole('radio', { name: 'An amount' }));
    const value = main().getByRole('textbox', { name: 'Pounds' });
    await typeText(user, value, '2,50');
    await typeText(user, main().getByRole('textbox', { name: /^Minimum spend/ }), '1,250');
    expect(main().queryByText(/£250/)).not.toBeInTheDocument();
    await user.click(await press('Create voucher'));
    expect(await main().findByRole('alert')).toHaveFocus();
    expect(value).toHaveAccessibleDescription(/takes off more than nothing, in pounds/);
    await user.clear(value);
    await typeText(user, value, '2.50');
    expect(await main().findByText(/^£2.50 off .* Spend at least £1,250.00/)).toBeVisible();
  });

  testInAll('a seller who ends a voucher that somebody else has ended reads who it was', async () => {
    await sitsAtTheDesk();
    await withShopDatabase((db, now) => createVoucher(db, { kind: 'percent', value: 10, code: 'TEN' }, { now }));
    const { user } = await renderDeskAt('/desk/vouchers/TEN');
    await press('End now');
    await anotherSeller(deskEndpoints.endVoucher, { code: 'TEN' }, {});
    await user.click(await press('End now'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End now' }));
    expect(await main().findByRole('alert')).toHaveTextContent(/ended already \(Ada, /);
    await user.click(await press('Show it as it is now'));
    expect(await main().findByRole('heading', { level: 2, name: 'Ended' })).toBeVisible();
  });

  test('support has no vouchers in the navigation', async () => {
    await sitsAtTheDesk('support');
    await renderDeskAt('/desk/reviews');
    expect(await screen.findByRole('link', { name: 'Reviews' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Vouchers' })).not.toBeInTheDocument();
  });
});

describe('what concerns all products', () => {
  test('categories are moved, edited, added and removed', async () => {
    await sitsAtTheDesk();
    const { user } = await renderDeskAt('/desk/products/categories');
    const names = () =>
      within(
        main()
          .getAllByRole('list')
          .find((list) => list.tagName === 'OL') as HTMLElement,
      )
        .getAllByRole('listitem')
        .map((item) => item.querySelector('strong')?.textContent);
    await main().findAllByRole('button', { name: /^Later/ });
    const [first, second, ...others] = names();
    await user.click(await press(`Later ${first}`));
    expect(await main().findByText(new RegExp(`^${first} is number 2 of`))).toBeVisible();
    // The store tells the list in the next frame.
    await waitFor(() => expect(names()).toEqual([second, first, ...others]));
    await user.click(await press(`Edit ${first}`));
    const name = main().getAllByRole('textbox', { name: 'Name' })[0] as HTMLElement;
    await user.clear(name);
    await typeText(user, name, 'For the table');
    await user.click(await press('Save'));
    expect(await main().findByText('For the table is saved.')).toBeVisible();
    expect(await press('Add it')).toHaveAttribute('aria-disabled', 'true');
    await typeText(user, main().getByRole('textbox', { name: 'Name' }), 'Gifts');
    await user.click(await press('Add it'));
    expect(await main().findByText('Gifts is added.')).toBeVisible();
    await user.click(await press('Remove Gifts'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove Gifts' }));
    expect(await main().findByText('Gifts is removed.')).toBeVisible();
  });

  testInAll('a seller who changes categories that somebody else has changed keeps what was typed', async () => {
    await sitsAtTheDesk();
    const { user } = await renderDeskAt('/desk/products/categories');
    await typeText(user, await main().findByRole('textbox', { name: 'Name' }), 'Gifts');
    await withShopDatabase((db) => addCategory(db, { name: 'Hats' }));
    await user.click(await press('Add it'));
    expect(await main().findByRole('alert')).toHaveTextContent(/has changed since you looked at it/);
    expect(main().getByRole('textbox', { name: 'Name' })).toHaveValue('Gifts');
    await user.click(await press('Show it as it is now'));
    expect(await main().findByText('Hats', { selector: 'strong' })).toBeVisible();
    await user.click(await press('Add it'));
    expect(await main().findByText('Gifts is added.')).toBeVisible();
  });

  test('a search word is set and removed', async () => {
    await sitsAtTheDesk();
    const { user } = await renderDeskAt('/desk/products/search-words');
    await typeText(user, await main().findByRole('textbox', { name: 'What shoppers type' }), 'detergent');
    await typeText(user, main().getByRole('textbox', { name: /^What it also finds/ }), 'soap, zither');
    await user.click(await press('Add'));
    expect(await main().findByText('“detergent” also finds soap, zither')).toBeVisible();
    expect(main().getByText(/In no product: zither\./)).toBeVisible();
    await user.click(await press('Remove detergent'));
    expect(await main().findByText('“detergent” is removed.')).toBeVisible();
  });

  test('a word of the list is edited in its own form, which has the focus, and a new word that is half typed stays', async () => {
    await sitsAtTheDesk();
    await withShopDatabase((db) => setSynonym(db, 'cup', ['mug']));
    const { user } = await renderDeskAt('/desk/products/search-words');
    await typeText(user, await main().findByRole('textbox', { name: 'What shoppers type' }), 'deter');
    const edit = await press('Edit cup');
    await user.click(edit);
    const finds = await main().findByRole('textbox', { name: 'What “cup” also finds' });
    expect(finds).toHaveFocus();
    expect(finds).toHaveValue('mug');
    await typeText(user, finds, ', bowl');
    await user.click(main().getByRole('button', { name: 'Save' }));
    expect(await main().findByText('“cup” also finds mug, bowl')).toBeVisible();
    expect(edit).toHaveFocus();
    expect(main().getByRole('textbox', { name: 'What shoppers type' })).toHaveValue('deter');
  });

  test('a search word that another seller has changed is not overwritten, although the page has been fetched again since its form was opened', async () => {
    await sitsAtTheDesk();
    await withShopDatabase((db) => setSynonym(db, 'cup', ['mug']));
    const { user } = await renderDeskAt('/desk/products/search-words');
    await user.click(await press('Edit cup'));
    const finds = await main().findByRole('textbox', { name: 'What “cup” also finds' });
    await typeText(user, finds, ', bowl');
    await withShopDatabase((db) => setSynonym(db, 'cup', ['beaker']));
    await theConnectionBlinks();
    expect(await main().findByText('“cup” also finds beaker')).toBeVisible();
    await user.click(await press('Save'));
    expect(await main().findByRole('alert')).toHaveTextContent(/has changed since you looked at it/);
    expect(finds).toHaveValue('mug, bowl');
    expect(main().getByText('“cup” also finds beaker')).toBeVisible();
    await user.click(await press('Show it as it is now'));
    await waitFor(() => expect(main().queryByRole('alert')).not.toBeInTheDocument());
    await theConnectionBlinks();
    await user.click(await press('Save'));
    expect(await main().findByText('“cup” also finds mug, bowl')).toBeVisible();
  });

  testInAll('a search word is saved although another word has been added meanwhile, here and by another seller', async () => {
    await sitsAtTheDesk();
    await withShopDatabase((db) => setSynonym(db, 'cup', ['mug']));
    const { user } = await renderDeskAt('/desk/products/search-words');
    await user.click(await press('Edit cup'));
    await typeText(user, await main().findByRole('textbox', { name: 'What “cup” also finds' }), ', bowl');
    await withShopDatabase((db) => setSynonym(db, 'detergent', ['soap']));
    await theConnectionBlinks();
    expect(await main().findByText('“detergent” also finds soap')).toBeVisible();
    await typeText(user, main().getByRole('textbox', { name: 'What shoppers type' }), 'tureen');
    await typeText(user, main().getByRole('textbox', { name: /^What it also finds/ }), 'bowl');
    await user.click(await press('Add'));
    expect(await main().findByText('“tureen” also finds bowl')).toBeVisible();
    await user.click(await press('Save'));
    expect(await main().findByText('“cup” also finds mug, bowl')).toBeVisible();
  });

  test('a category that another seller has renamed is not renamed back, although the page has been fetched again since its form was opened', async () => {
    await sitsAtTheDesk();
    const slug = await withShopDatabase(async (db) => {
      await addCategory(db, { name: 'Hats' });
      return (await db.selectFrom('category').select('slug').where('name', '=', 'Hats').executeTakeFirstOrThrow()).slug;
    });
    const { user } = await renderDeskAt('/desk/products/categories');
    await user.click(await press('Edit Hats'));
    await typeText(user, main().getAllByRole('textbox', { name: /^A sentence about it/ })[0] as HTMLElement, 'Of felt.');
    await withShopDatabase((db) => renameCategory(db, slug, 'Caps'));
    await theConnectionBlinks();
    expect(await main().findByText('Caps', { selector: 'strong' })).toBeVisible();
    await user.click(await press('Save'));
    expect(await main().findByRole('alert')).toHaveTextContent(/has changed since you looked at it/);
    expect(main().getByDisplayValue('Of felt.')).toBeVisible();
    await user.click(await press('Show it as it is now'));
    await waitFor(() => expect(main().queryByRole('alert')).not.toBeInTheDocument());
    await user.click(await press('Save'));
    expect(await main().findByText('Caps is saved.')).toBeVisible();
    expect(main().getByText('Of felt.')).toBeVisible();
  });

  test('a catalogue file is tried, mended and imported, and the page says when the catalogue has changed since the trial', async () => {
    await sitsAtTheDesk();
    const { user } = await renderDeskAt('/desk/products/import');
    const choose = async (text: string) =>
      user.upload(await main().findByLabelText('File'), new File([text], 'products.csv', { type: 'text/csv' }));
    await choose('id,name,basePrice,stock\nlinen-bag,Linen bag,ten,3');
    expect(await main().findByText(/basePrice: must be a price in pounds/)).toBeVisible();
    expect(main().queryByRole('button', { name: /^Import/ })).not.toBeInTheDocument();
    await choose('id,name,basePrice,stock,categories\nlinen-bag,Linen bag,10,3,bags');
    expect(await main().findByText(/there is no category "bags"/)).toBeVisible();
    await user.click(main().getByRole('checkbox', { name: /^Add categories/ }));
    expect(await main().findByText('1 new, 0 changed, 0 unchanged.')).toBeVisible();
    await withShopDatabase((db) => addCategory(db, { name: 'Hats' }));
    await user.click(await press('Import 1'));
    expect(await main().findByRole('alert')).toHaveTextContent(/has changed since the file was checked/);
    await user.click(await press('Show it as it is now'));
    await user.click(await press('Import 1'));
    expect(await main().findByText('Imported: 1 new, 0 changed.')).toBeVisible();
    expect((await withShopDatabase(exportCatalogue)).find(({ id }) => id === 'linen-bag')).toMatchObject({
      stock: 3,
      categories: ['bags'],
    });
  });

  test('of two catalogue files the one chosen last is the one that is shown and imported, while the first is still being checked', async () => {
    await sitsAtTheDesk();
    const { user } = await renderDeskAt('/desk/products/import');
    const csv = (id: string) => new File([`id,name,basePrice,stock\n${id},${id},10,3`], `${id}.csv`, { type: 'text/csv' });
    const release = theApiHolds(deskEndpoints.importCatalogue.path, ({ method }) => method === 'POST');
    const field = await main().findByLabelText<HTMLInputElement>('File');
    await user.upload(field, csv('wrong-bag'));
    await main().findByText('Reading the file…');
    // One that the disk is slow to give.
    const slow = csv('slow-bag');
    let give = (_text: string) => {};
    vi.spyOn(slow, 'text').mockReturnValue(
      new Promise((resolve) => {
        give = resolve;
      }),
    );
    await user.upload(field, slow);
    await user.upload(field, csv('right-bag'));
    await act(async () => give('id,name,basePrice,stock\nslow-bag,slow-bag,10,3'));
    release();
    const button = await press('Import 1');
    expect(field).toHaveAccessibleDescription('right-bag.csv');
    await user.click(button);
    expect(await main().findByText('Imported: 1 new, 0 changed.')).toBeVisible();
    // The file that was imported counts no more.
    expect(main().getByLabelText('File')).toHaveAccessibleDescription('Choose a file, or drop it here');
    const ids = (await withShopDatabase(exportCatalogue)).map(({ id }) => id);
    expect(ids.filter((id) => id.endsWith('-bag'))).toEqual(['right-bag']);
  });

  test('a file that cannot be read is named with the reason, and what the file before would have done is not offered any more', async () => {
    await sitsAtTheDesk();
    await renderDeskAt('/desk/products/import');
    // As a person who chooses "All files" in the dialog.
    const user = userEvent.setup({ applyAccept: false });
    const field = await main().findByLabelText('File');
    // The ending says what it is, in any case.
    const row = { id: 'linen-bag', name: 'Linen bag', basePrice: 10, stock: 3 };
    const good = new File([JSON.stringify([row])], 'GOOD.JSON');
    const gone = new File(['id'], 'gone.csv');
    gone.text = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
    const refused = [
      [gone, /^gone.csv couldn’t be read/],
      [new File(['PK'], 'goods.xlsx'), /^goods.xlsx can’t be read here. Choose a text file \(.csv, .json\)/],
      [new File(['PK\0\0'], 'renamed.csv'), /^renamed.csv can’t be read here/],
      [new File([' '], 'blank.csv'), 'There is nothing in blank.csv.'],
      [new File(['x'.repeat(5_100_000)], 'large.csv'), 'large.csv has 5.1 MB. Up to 5 can be taken.'],
    ] as const;
    for (const [file, reason] of refused) {
      await user.upload(field, good);
      await press('Import 1');
      await user.upload(field, file);
      expect((await main().findByText(reason)).closest('[role=status]')).toBeVisible();
      expect(field).toBeInvalid();
      expect(main().queryByRole('button', { name: 'Import 1' })).not.toBeInTheDocument();
    }
  });

  test('an export asks for a fresh code first', async () => {
    await sitsAtTheDesk('seller', { hasFreshCode: false });
    const { user } = await renderDeskAt('/desk/products/import');
    await user.click(await press('Products as CSV'));
    expect(await screen.findByRole('dialog', { name: 'Please confirm it’s you' })).toBeVisible();
  });

  testInAll('two exports that both want a fresh code are both given up when its dialog is closed', async () => {
    await sitsAtTheDesk('seller', { hasFreshCode: false });
    const { user } = await renderDeskAt('/desk/products/import');
    const exports = [await press('Products as CSV'), await press('Products as JSON')];
    for (const each of exports) await user.click(each);
    expect(await screen.findByRole('dialog')).toBeVisible();
    await user.keyboard('{Escape}');
    for (const each of exports) await waitFor(() => expect(each).toHaveAttribute('aria-busy', 'false'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
