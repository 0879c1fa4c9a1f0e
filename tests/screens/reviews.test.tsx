import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import type { PublicReview } from '#contract/review.ts';
import { issueToken } from '#server/domain/accounts/tokens.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import {
  approveReview,
  declineReview,
  listReviews,
  removeReview,
  replyToReview,
  showReview,
} from '#server/domain/reviews/review-moderation.ts';
import { writeReview } from '#server/domain/reviews/reviews.ts';
import { newToken } from '#server/domain/secrets.ts';
import { encodeImages } from '#server/storage/refund-images.ts';
import { paths } from '#shared/paths.ts';
import { adaIsSignedIn, herSessionEnds } from '#tests/support/accounts.ts';
import { theApiAnswers, theApiHolds, theApiIsDown, theApiRecovers, theListHas, theProduct, withShopDatabase } from '#tests/support/api.ts';
import { theConnectionBlinks } from '#tests/support/connection.ts';
import { expectFocused } from '#tests/support/expect-focused.ts';
import { anotherTabSignsOut, thisTabIsShownAgain } from '#tests/support/frozen-tab.ts';
import { aBuyer, anOrderFor, anOrderRequest, minutesLater } from '#tests/support/orders.ts';
import { aPhoto } from '#tests/support/refunds.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { typeText } from '#tests/support/type-text.ts';

const pin = 'beech-rolling-pin';
const main = () => within(screen.getByRole('main'));
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const text = 'Heavy enough to do most of the work.';

/** Somebody bought the rolling pin, and has it: the order and the token of the mail about it. */
const theyBought = (email: string = aBuyer.email) =>
  withShopDatabase(async (db, now) => {
    const payload = { ...anOrderFor({ productId: pin }), billingInfo: { ...aBuyer, email } };
    const { _id: order_id } = await placeOrder(db, anOrderRequest(payload, { now }));
    await db.updateTable('order').set({ status: 'Delivered' }).where('id', '=', order_id).execute();
    return { id: order_id, key: await issueToken(db, 'review', { subject: order_id }, now) };
  });
const theyWrote = async (stars: 1 | 2 | 3 | 4 | 5, author: string): Promise<void> => {
  const { key } = await theyBought(`${author.toLowerCase()}@example.com`);
  const form = { productId: pin, key, stars, author, text };
  await withShopDatabase((db, now) => writeReview(db, form, [], { account: undefined, encode: encodeImages, now }));
};
const theSellerApproves = () =>
  withShopDatabase(async (db, now) => {
    for (const { reference } of await listReviews(db, 'waiting')) {
      const { revision } = await showReview(db, reference);
      await approveReview(db, reference, { revision, now });
    }
  });
const written = () => withShopDatabase((db) => listReviews(db));

const stars = (name: string) => main().getByRole('radio', { name });
const send = () => main().getByRole('button', { name: 'Send review' });
const openForm = async (key: string) => {
  const view = await renderAt(paths.reviewOf(pin, key));
  await screen.findByRole('button', { name: 'Send review' });
  return view;
};

test('a review that is being typed stays when the connection is lost and found again, also if the shop fails then', async () => {
  const { key } = await theyBought();
  const { user } = await openForm(key);
  await user.click(stars('Very good'));
  await typeText(user, main().getByRole('textbox', { name: 'Your review' }), text);
  const openReview = `POST ${endpoints.openReview.path}`;
  await theConnectionBlinks(openReview);
  expect(main().getByRole('textbox', { name: 'Your review' })).toHaveValue(text);
  expect(stars('Very good')).toBeChecked();
  theApiIsDown(endpoints.openReview.path);
  await theConnectionBlinks(openReview);
  expect(main().getByRole('textbox', { name: 'Your review' })).toHaveValue(text);
});

describe('the reviews of a product', () => {
  test('reviews that are on the screen stay when they cannot be fetched again', async () => {
    await theyWrote(5, 'Ada');
    await theSellerApproves();
    await renderAt(paths.product(pin));
    expect(await main().findByText(text)).toBeVisible();
    theApiIsDown(endpoints.reviews.path);
    await theConnectionBlinks(`GET ${endpoints.reviews.path.replace(':productId', pin)}`);
    expect(main().getByText(text)).toBeVisible();
  });

  test('a product without reviews says so, who can write one, and nothing about stars anywhere', async () => {
    await renderAt(paths.product(pin));
    expect(await main().findByText('No reviews yet.')).toBeVisible();
    expect(main().getByText(/^Only people who bought it here can write one/)).toBeVisible();
    expect(main().getByRole('link', { name: 'How reviews work' })).toHaveAttribute('href', paths.reviewPolicy);
    expect(main().queryByText(/Rated/)).not.toBeInTheDocument();
  });

  test('in a shop without reviews, lists offer no such filter and no such order', async () => {
    await renderAt(paths.shop);
    await screen.findByRole('option', { name: 'Newest' });
    expect(screen.queryByRole('option', { name: 'Best rated' })).not.toBeInTheDocument();
    expect(screen.queryByText(/stars and up/)).not.toBeInTheDocument();
  });

  test('a review that waits is shown nowhere; an approved one counts in the list, its filter and its order', async () => {
    await theyWrote(5, 'Ada');
    const first = await renderAt(paths.product(pin));
    expect(await main().findByText('No reviews yet.')).toBeVisible();
    first.unmount();
    await theSellerApproves();
    await theListHas('"reviewCount":1');
    const { user } = await renderAt(paths.shopCategory('kitchen-table'));
    const tile = await screen.findByRole('article', { name: 'Rolling pin' });
    expect(within(tile).getByText('Rated 5 out of 5 by 1 buyer')).toBeInTheDocument();
    expect(tile).toHaveTextContent('★ 5.0 · 1 review');
    await user.click(screen.getByRole('checkbox', { name: /^4 stars and up/ }));
    await waitFor(() => expect(main().getAllByRole('article')).toHaveLength(1));
    expect(screen.getByRole('option', { name: 'Best rated' })).toBeInTheDocument();
  });

  test('wherever an average is, in list, comparison and product, a link says how reviews work', async () => {
    await theyWrote(5, 'Ada');
    await theSellerApproves();
    const rated = await theProduct(pin);
    for (const path of [paths.shopCategory('kitchen-table'), paths.compare, paths.product(pin)]) {
      await renderAt(path, { compare: [rated] });
      expect((await screen.findAllByText('Rated 5 out of 5 by 1 buyer'))[0]).toBeInTheDocument();
      const page = path === paths.shopCategory('kitchen-table') ? within(screen.getByRole('contentinfo')) : main();
      expect(page.getByRole('link', { name: 'How reviews work' })).toHaveAttribute('href', paths.reviewPolicy);
      cleanup();
    }
  });

  test('shoppers read stars, text and the seller’s reply, and load more', async () => {
    for (const author of ['Ada', 'Grace', 'Mary', 'Joan', 'Edith']) await theyWrote(5, author);
    await theSellerApproves();
    await theyWrote(2, 'Last');
    await theSellerApproves();
    await withShopDatabase(async (db, now) => {
      const last = (await listReviews(db)).find(({ author }) => author === 'Last');
      await replyToReview(db, last?.reference ?? '', 'We are sorry.', { now });
    });
    const { user } = await renderAt(paths.product(pin));
    const review = await screen.findByRole('article', { name: 'Review by Last' });
    expect(within(review).getByText('2 stars out of 5')).toBeInTheDocument();
    expect(within(review).getByText('We are sorry.')).toBeVisible();
    expect(main().getAllByText('Rated 4.5 out of 5 by 6 buyers')).toHaveLength(2);
    expect(screen.getAllByRole('article', { name: /^Review by/ })).toHaveLength(5);
    await user.click(screen.getByRole('button', { name: 'Show more reviews' }));
    await waitFor(() => expect(screen.getAllByRole('article', { name: /^Review by/ })).toHaveLength(6));
    await waitFor(() => expect(screen.getAllByRole('article', { name: /^Review by/ })[5]).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'Show more reviews' })).not.toBeInTheDocument();
  });

  test('a shopper who presses another button while more reviews are loading is left there', async () => {
    for (const author of ['Ada', 'Grace', 'Mary', 'Joan', 'Edith', 'Last']) await theyWrote(5, author);
    await theSellerApproves();
    const { user } = await renderAt(paths.product(pin));
    const more = await screen.findByRole('button', { name: 'Show more reviews' });
    const release = theApiHolds(endpoints.reviews.path);
    await user.click(more);
    const [report] = screen.getAllByRole('button', { name: /^Report/ });
    report?.focus();
    release();
    await waitFor(() => expect(screen.getAllByRole('article', { name: /^Review by/ })).toHaveLength(6));
    expect(report).toHaveFocus();
  });

  test('after reporting a review the focus is on the thank-you note', async () => {
    await theyWrote(5, 'Ada');
    await theSellerApproves();
    const { user } = await renderAt(paths.product(pin));
    await user.click(await screen.findByRole('button', { name: 'Report the review by Ada' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'What is wrong with it?' }), 'It is offensive');
    await user.click(screen.getByRole('button', { name: 'Send report' }));
    expect(await screen.findByText('Thank you. We will look at this review.')).toHaveFocus();
    expect((await written())[0]?.reports).toMatchObject([{ reason: 'offensive', reports: 1 }]);
  });

  test('reviews that cannot be loaded say so, and Retry loads them', async () => {
    await theyWrote(5, 'Ada');
    await theSellerApproves();
    theApiIsDown(endpoints.reviews.path);
    const { user } = await renderAt(paths.product(pin));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    theApiRecovers();
    await user.click(retry);
    expect(await screen.findByRole('article', { name: 'Review by Ada' })).toBeVisible();
  });

  test('markup in a review is shown as text', async () => {
    await theyWrote(5, 'Ada');
    await theSellerApproves();
    const review: PublicReview = {
      reference: 'V-0000-0000',
      author: '<b>Eve</b>',
      stars: 1,
      text: '<img src=x onerror=alert(1)>',
      at: '2026-01-01',
      images: [],
      reply: '',
      color: '<u>Oat</u>',
    };
    theApiAnswers(endpoints.reviews.path, { items: [review], count: 1, page: 1, pages: 1, stars: [0, 0, 0, 0, 1] });
    await renderAt(paths.product(pin));
    const shown = await screen.findByRole('article', { name: 'Review by <b>Eve</b>' });
    expect(within(shown).getByText('<img src=x onerror=alert(1)>')).toBeVisible();
    expect(within(shown).getByText('Colour: <u>Oat</u>')).toBeVisible();
  });
});

describe('writing a review', () => {
  test('a buyer whom a link brings writes a review, and reads what happens next', async () => {
    const { key } = await theyBought();
    const { user } = await openForm(key);
    expect(await heading('Review Rolling pin')).toBeVisible();
    expect(main().getByRole('textbox', { name: 'Name to show' })).toHaveValue('Ada B.');
    await user.click(stars('Good'));
    await typeText(user, main().getByRole('textbox', { name: 'Your review' }), text);
    await user.click(send());
    await expectFocused(heading('Thank you for your review'));
    expect(await written()).toMatchObject([{ stars: 4, text, author: 'Ada B.', state: 'waiting' }]);
  });

  test('an incomplete review is not sent: the summary takes the focus, and its links lead to the fields', async () => {
    const { key } = await theyBought();
    const { user } = await openForm(key);
    await typeText(user, main().getByRole('textbox', { name: 'Your review' }), 'Good.');
    await user.click(send());
    await expectFocused(screen.findByRole('alert'));
    const summary = screen.getByRole('alert');
    await user.click(within(summary).getByRole('link', { name: 'Choose how many stars' }));
    expect(stars('Very good')).toHaveFocus();
    expect(main().getByRole('textbox', { name: 'Your review' })).toHaveAccessibleDescription(/Write a little more: at least 10 characters/);
    expect(await written()).toEqual([]);
  });

  test('a failure keeps all that was typed, and says what is wrong', async () => {
    const { key } = await theyBought();
    const { user } = await openForm(key);
    await user.click(stars('Poor'));
    await typeText(user, main().getByRole('textbox', { name: 'Your review' }), text);
    theApiIsDown(endpoints.writeReview.path);
    await user.click(send());
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(main().getByRole('textbox', { name: 'Your review' })).toHaveValue(text);
    expect(stars('Poor')).toBeChecked();
  });

  test('a link used twice shows the review to change it, and once it is approved only that it is in the shop', async () => {
    const { key } = await theyBought();
    const form = { productId: pin, key, stars: 5, author: 'Ada', text } as const;
    await withShopDatabase((db, now) => writeReview(db, form, [], { account: undefined, encode: encodeImages, now }));
    const first = await openForm(key);
    expect(main().getByText(/^You have written this review already/)).toBeVisible();
    expect(stars('Very good')).toBeChecked();
    await first.user.click(stars('Very poor'));
    await first.user.click(send());
    await heading('Thank you for your review');
    expect(await written()).toMatchObject([{ stars: 1, text }]);
    first.unmount();
    await theSellerApproves();
    await renderAt(paths.reviewOf(pin, key));
    expect(await main().findByText(/^Thank you: your review is in the shop/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send review' })).not.toBeInTheDocument();
  });

  test('the link of a declined review says that the reason was emailed, and that of a removed one that it is no longer in the shop', async () => {
    const { key } = await theyBought();
    const form = { productId: pin, key, stars: 5, author: 'Ada', text } as const;
    await withShopDatabase(async (db, now) => {
      await writeReview(db, form, [], { account: undefined, encode: encodeImages, now });
      const [review] = await listReviews(db);
      const { revision } = await showReview(db, review?.reference ?? '');
      await declineReview(db, review?.reference ?? '', 'It names somebody.', { revision, now });
    });
    const first = await renderAt(paths.reviewOf(pin, key));
    expect(await main().findByText(/^Your review isn’t in the shop\. We have emailed you the reason/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send review' })).not.toBeInTheDocument();
    first.unmount();
    const removed = await theyBought('grace@example.com');
    await withShopDatabase((db, now) =>
      writeReview(db, { ...form, key: removed.key }, [], { account: undefined, encode: encodeImages, now }),
    );
    await theSellerApproves();
    await withShopDatabase(async (db, now) => {
      const [review] = await listReviews(db, 'approved');
      await removeReview(db, review?.reference ?? '', 'Written by the maker.', { now });
    });
    await renderAt(paths.reviewOf(pin, removed.key));
    expect(await main().findByText(/^Your review is no longer in the shop/)).toBeVisible();
    expect(main().queryByText(/have emailed you/)).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Send review' })).not.toBeInTheDocument();
  });

  test('the picture sent before stays with the next version, and is removed by a tick without sending a new one', async () => {
    const { key } = await theyBought();
    const form = { productId: pin, key, stars: 5, author: 'Ada', text } as const;
    // Encoded already: jsdom's blobs cannot be read.
    const image = { file: '7f0c2c52-6f0a-4d8e-9b53-2f6f8f6c0a11.jpg', content: await aPhoto() };
    await withShopDatabase((db, now) => writeReview(db, form, [], { account: undefined, encode: () => Promise.resolve([image]), now }));
    const first = await openForm(key);
    expect(main().getByRole('checkbox', { name: 'Remove the picture that I sent before' })).not.toBeChecked();
    await first.user.click(send());
    await heading('Thank you for your review');
    expect((await written())[0]?.images).toHaveLength(1);
    first.unmount();
    const second = await openForm(key);
    await second.user.click(main().getByRole('checkbox', { name: 'Remove the picture that I sent before' }));
    await second.user.click(send());
    await heading('Thank you for your review');
    expect((await written())[0]?.images).toEqual([]);
    second.unmount();
    await openForm(key);
    expect(main().queryByRole('checkbox')).not.toBeInTheDocument();
  });

  test('an expired link and one that never worked say so, and offer no form', async () => {
    const { key, id } = await theyBought();
    await withShopDatabase((db, now) =>
      db
        .updateTable('token')
        .set({ expires_at: minutesLater(-1, now).toISOString() })
        .where('subject', '=', id)
        .execute(),
    );
    const first = await renderAt(paths.reviewOf(pin, key));
    expect(await main().findByText(/^This link has expired/)).toBeVisible();
    first.unmount();
    await renderAt(paths.reviewOf(pin, newToken()));
    expect(await main().findByText(/^This link does not work/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send review' })).not.toBeInTheDocument();
  });

  test('a review page opened with an order’s number asks a visitor to sign in and come back, and refuses another account', async () => {
    const { id } = await theyBought('grace@example.com');
    const first = await renderAt(paths.reviewOf(pin, id));
    expect(await main().findByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      `${paths.loginRegister}?${new URLSearchParams({ from: paths.reviewOf(pin, id) })}`,
    );
    first.unmount();
    await adaIsSignedIn();
    await renderAt(paths.reviewOf(pin, id));
    expect(await main().findByText(/^Your account has no such order/)).toBeVisible();
  });

  test('a signed-in buyer gets to the form from a delivered order', async () => {
    await theyBought();
    await adaIsSignedIn();
    const { user } = await renderAt(paths.accountSection('orders'));
    await user.click(await screen.findByRole('button', { name: 'Details' }));
    await user.click(await screen.findByRole('link', { name: 'Review Rolling pin' }));
    expect(await screen.findByRole('button', { name: 'Send review' })).toBeVisible();
    expect(main().getByRole('textbox', { name: 'Name to show' })).toHaveValue('Ada B.');
  });

  test('in a tab that was frozen while another one signed out, the next person finds nothing typed, and nothing of the account', async () => {
    const { id } = await theyBought();
    await adaIsSignedIn();
    const { user, reload, unmount } = await openForm(id);
    await typeText(user, main().getByRole('textbox', { name: 'Your review' }), text);
    await herSessionEnds();
    anotherTabSignsOut();
    thisTabIsShownAgain();
    expect(reload).toHaveBeenCalledOnce();
    unmount();
    await renderAt(paths.reviewOf(pin, id));
    expect(await main().findByRole('link', { name: 'Sign in' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send review' })).not.toBeInTheDocument();
    expect(main().queryByDisplayValue(/Ada/)).not.toBeInTheDocument();
  });

  test('in a tab that was frozen while another one signed out, a review form that is opened again by its mailed link is empty', async () => {
    const { key } = await theyBought();
    const { user, reload, unmount } = await openForm(key);
    await user.click(stars('Poor'));
    await typeText(user, main().getByRole('textbox', { name: 'Your review' }), text);
    anotherTabSignsOut();
    thisTabIsShownAgain();
    expect(reload).toHaveBeenCalledOnce();
    unmount();
    await openForm(key);
    expect(main().getByRole('textbox', { name: 'Your review' })).toHaveValue('');
    expect(stars('Poor')).not.toBeChecked();
  });

  test('pictures beyond three are not added, with the reason', async () => {
    vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${Math.random()}`);
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
    const { key } = await theyBought();
    const { user } = await openForm(key);
    const files = ['a', 'b', 'c', 'd'].map((name) => new File([new Uint8Array(9)], `${name}.jpg`, { type: 'image/jpeg' }));
    await user.upload(main().getByLabelText(/^Pictures/), files);
    expect(await main().findByText('You can send up to 3 pictures, so we didn’t add d.jpg.')).toBeVisible();
  });

  test('one press on the page of the link stops the mails', async () => {
    const { key } = await theyBought();
    const { user } = await renderAt(`${paths.reviewOf(pin, key)}#stop`);
    await user.click(await screen.findByRole('button', { name: 'Stop these emails' }));
    await expectFocused(heading('We won’t ask again'));
    expect(await withShopDatabase((db) => db.selectFrom('review_opt_out').selectAll().execute())).toHaveLength(1);
  });
});
