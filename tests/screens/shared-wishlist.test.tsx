import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { shareWishlist, withdrawWishlist } from '#server/domain/saved-lists/saved-lists.ts';
import { paths } from '#shared/paths.ts';
import { adaIsSignedIn, adaRegisters } from '#tests/support/accounts.ts';
import {
  calls,
  theApiIsDown,
  theApiRateLimits,
  theApiRecovers,
  theProduct,
  theProductsByIdFail,
  theShopIsLarge,
  withShopDatabase,
} from '#tests/support/api.ts';
import { theConnectionBlinks } from '#tests/support/connection.ts';
import { expectFocused } from '#tests/support/expect-focused.ts';
import { expectToast } from '#tests/support/expect-toast.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { adding, deviceSends } from '#tests/support/saved-lists.ts';

type Account = Awaited<ReturnType<typeof adaRegisters>>;

/** Puts these products on an account's wishlist and shares it; returns the token of the link. */
const aSharedWishlist = async (account: Account, productIds: readonly string[], showsName = false): Promise<string> =>
  withShopDatabase(async (db, now) => {
    await deviceSends(db, { accountId: account.id, now }, ...productIds.map((productId) => adding(productId, 1, 'wishlist')));
    return (await shareWishlist(db, showsName, { account, now })).link?.token ?? '';
  });

const tokenIn = (): string =>
  new URL(screen.getByLabelText<HTMLInputElement>('Link to your wishlist').value).searchParams.get('shared') ?? '';

describe('a visitor with the link to a wishlist', () => {
  test('a visitor sees the products of a shared wishlist at today’s price with the owner’s first name, and adds one to the cart', async () => {
    const token = await aSharedWishlist(await adaRegisters(), ['lavender-soap-bar', 'bud-vase'], true);
    const { user, store } = await renderAt(paths.sharedWishlist(token));
    expect(await screen.findByText(/^Ada shared their wishlist with you/)).toBeVisible();
    const table = screen.getByRole('table', { name: 'A shared wishlist' });
    expect(within(table).getAllByRole('row')).toHaveLength(3);
    expect(within(table).queryByRole('button', { name: /^Remove/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add all to cart' }));
    await expectToast('Added To Cart');
    expect(store.getState().cart.lines.map(({ _id }) => _id)).toEqual(['lavender-soap-bar']);
    // Somebody else's wishes are not the visitor's own.
    expect(store.getState().wishlist.items).toEqual([]);
  });

  test('a visitor still sees a shared wishlist that cannot be fetched again', async () => {
    const token = await aSharedWishlist(await adaRegisters(), ['lavender-soap-bar']);
    await renderAt(paths.sharedWishlist(token));
    const table = await screen.findByRole('table', { name: 'A shared wishlist' });
    theApiIsDown(endpoints.sharedWishlist.path);
    await theConnectionBlinks(`GET ${endpoints.sharedWishlist.path.replace(':token', token)}`);
    expect(table).toBeVisible();
  });

  test('a visitor who goes from a shared wishlist to the own one hears its heading', async () => {
    const token = await aSharedWishlist(await adaRegisters(), ['bud-vase']);
    const { user } = await renderAt(paths.sharedWishlist(token));
    await user.click(await screen.findByRole('link', { name: 'Your own wishlist' }));
    await expectFocused(screen.findByRole('heading', { level: 1, name: 'Your wishlist' }));
  });

  test('a visitor sees what the owner of a shared wishlist has chosen, and adds that very thing to the cart', async () => {
    const account = await adaRegisters();
    const choice = { variation: 'stoneware-mug-boxed', color: 'Sage', size: '350 ml' };
    const token = await withShopDatabase(async (db, now) => {
      await deviceSends(db, { accountId: account.id, now }, { ...adding('stoneware-mug', 1, 'wishlist'), choice });
      return (await shareWishlist(db, false, { account, now })).link?.token ?? '';
    });
    const { user, store } = await renderAt(paths.sharedWishlist(token));
    const mug = await screen.findByRole('row', { name: /Stoneware mug – Gift boxed/ });
    expect(mug).toHaveTextContent(/Colour: Sage.*Size: 350 ml/);
    expect(within(mug).getByRole('link', { name: /^Stoneware mug/ })).toHaveAttribute(
      'href',
      paths.product('stoneware-mug', { color: 'Sage', size: '350 ml', variationId: 'stoneware-mug-boxed' }),
    );
    await user.click(within(mug).getByRole('button', { name: /^Add to cart/ }));
    await expectToast('Added To Cart');
    expect(store.getState().cart.lines).toMatchObject([
      {
        _id: 'stoneware-mug',
        selectedVariation: { _id: 'stoneware-mug-boxed' },
        selectedProductColor: 'Sage',
        selectedProductSize: '350 ml',
      },
    ]);
  });

  test('a visitor reads no name on a shared wishlist where the owner does not show it', async () => {
    const token = await aSharedWishlist(await adaRegisters(), ['bud-vase']);
    await renderAt(paths.sharedWishlist(token));
    expect(await screen.findByText(/^Someone shared their wishlist with you/)).toBeVisible();
    expect(document.body).not.toHaveTextContent('Ada');
  });

  test('a visitor reads that a withdrawn link to a wishlist does not work any more', async () => {
    const account = await adaRegisters();
    const token = await aSharedWishlist(account, ['bud-vase']);
    await withShopDatabase((db, now) => withdrawWishlist(db, { account, now }));
    await renderAt(paths.sharedWishlist(token));
    expect(await screen.findByText('This wishlist is not shared')).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('a visitor reads that an empty wishlist has nothing on it at the moment', async () => {
    const token = await aSharedWishlist(await adaRegisters(), []);
    await renderAt(paths.sharedWishlist(token));
    expect(await screen.findByText('Nothing on this wishlist at the moment')).toBeVisible();
  });

  test('a visitor can try again to see a shared wishlist when its products cannot be loaded from a large catalogue', async () => {
    const token = await aSharedWishlist(await adaRegisters(), ['bud-vase']);
    theShopIsLarge();
    theProductsByIdFail();
    const { user } = await renderAt(paths.sharedWishlist(token));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    theApiRecovers();
    theShopIsLarge();
    await user.click(retry);
    expect(await screen.findByRole('link', { name: (await theProduct('bud-vase')).name })).toBeVisible();
  });

  test('a visitor can try again to see a shared wishlist when the shop cannot be reached', async () => {
    const token = await aSharedWishlist(await adaRegisters(), ['bud-vase']);
    theApiIsDown(endpointPath(endpoints.sharedWishlist.path, { token }));
    const { user } = await renderAt(paths.sharedWishlist(token));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    theApiRecovers();
    await user.click(retry);
    expect(await screen.findByRole('link', { name: (await theProduct('bud-vase')).name })).toBeVisible();
  });
});

describe('the owner of a wishlist', () => {
  test('the owner of a wishlist makes a link, shows the first name, and withdraws the link again', async () => {
    await adaIsSignedIn();
    const { user } = await renderAt(paths.wishlist, { wishlist: [await theProduct('bud-vase')] });
    await user.click(await screen.findByRole('button', { name: 'Make a link' }));
    expect(await screen.findByText('Your link is ready.')).toBeVisible();
    await expectFocused(screen.findByRole('heading', { name: 'Share your wishlist' }));
    const token = tokenIn();
    expect(token).toMatch(/^[\w-]{43}$/);
    const name = screen.getByRole('checkbox', { name: 'Show my first name, Ada, to anyone who opens it' });
    expect(name).not.toBeChecked();
    await user.click(name);
    expect(await screen.findByText('The list now shows your first name.')).toBeVisible();
    expect(name).toBeChecked();
    expect(tokenIn()).toBe(token);
    await user.click(screen.getByRole('button', { name: 'Stop sharing' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stop sharing' }));
    expect(await screen.findByText('The link no longer works.')).toBeVisible();
    expect(screen.queryByLabelText('Link to your wishlist')).toBeNull();
    // The page shows the answers of the changes instead of fetching again: during such a call the checkbox would contradict the message.
    expect(calls.filter((call) => call === `GET ${endpoints.wishlistLink.path}`)).toHaveLength(1);
    expect(await withShopDatabase((db) => db.selectFrom('wishlist_link').selectAll().execute())).toEqual([]);
  });

  test('the owner of a wishlist copies its link', async () => {
    const ada = await adaIsSignedIn();
    const token = await aSharedWishlist(ada, ['bud-vase']);
    const { user } = await renderAt(paths.wishlist);
    await user.click(await screen.findByRole('button', { name: 'Share or copy the link' }));
    expect(await screen.findByText('Link copied.')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}${paths.sharedWishlist(token)}`);
  });

  test('the owner of a wishlist reads how long to wait after making too many changes', async () => {
    await adaIsSignedIn();
    const { user } = await renderAt(paths.wishlist, { wishlist: [await theProduct('bud-vase')] });
    const make = await screen.findByRole('button', { name: 'Make a link' });
    theApiRateLimits(endpoints.shareWishlist.path, 120);
    await user.click(make);
    expect(await screen.findByText(/2 minutes/)).toBeVisible();
    expect(screen.queryByText('Your link is ready.')).toBeNull();
  });
});

test('a visitor with a wishlist is told what signing in does for it', async () => {
  await renderAt(paths.wishlist, { wishlist: [await theProduct('bud-vase')] });
  const link = within(await screen.findByText(/to see this wishlist on all your devices/)).getByRole('link', { name: 'Sign in' });
  expect(link).toHaveAttribute('href', '/login-register?from=%2Fwishlist');
});
