import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import type { ListOperation, SavedListName } from '#contract/saved-lists.ts';
import { refetchProfile } from '#features/account/account-api.ts';
import { addToCart } from '#features/cart/cart-slice.ts';
import { added as wished } from '#features/wishlist/wishlist-slice.ts';
import { withdrawProduct } from '#server/domain/catalogue/products.ts';
import { recordPayment } from '#server/domain/money/payments.ts';
import { readSavedLists } from '#server/domain/saved-lists/saved-lists.ts';
import { paths } from '#shared/paths.ts';
import { startTab } from '#shared/sign-out.ts';
import { firstOfEach } from '#tests/quick.ts';
import { adaIsSignedIn, adaRegisters, herPassword, herSessionEnds } from '#tests/support/accounts.ts';
import {
  allRequestsSettled,
  calls,
  theApiAnswers,
  theApiFailsOnce,
  theApiIsDown,
  theApiNeverAnswers,
  theApiRecovers,
  theNextAnswerIsLost,
  theProduct,
  withShopDatabase,
} from '#tests/support/api.ts';
import { expectToast } from '#tests/support/expect-toast.ts';
import { anotherTabSignsOut, thisTabIsShownAgain } from '#tests/support/frozen-tab.ts';
import { aKey } from '#tests/support/orders.ts';
import { aPaidOrder } from '#tests/support/paid-order.ts';
import { aCartLine, aProduct } from '#tests/support/product-builders.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { adding, deviceSends } from '#tests/support/saved-lists.ts';
import { testInAll } from '#tests/support/test-in-all.ts';
import { typeText } from '#tests/support/type-text.ts';

/** Another device of an account sends operations. */
const herPhoneSends = (account: { readonly id: string }, ...operations: readonly ListOperation[]) =>
  withShopDatabase((db, now) => deviceSends(db, { accountId: account.id, now }, ...operations));
const herPhoneAdds = (account: { readonly id: string }, productId: string, quantity = 1, list: SavedListName = 'cart') =>
  herPhoneSends(account, adding(productId, quantity, list));

/** What the server has of an account's lists: "cart/lavender-soap-bar: 2". */
const savedOf = ({ id }: { readonly id: string }): Promise<string[]> =>
  withShopDatabase(async (db) =>
    (await readSavedLists(db, id)).map(({ list, productId, quantity }) => `${list}/${productId}: ${quantity}`),
  );

const expectSaved = (account: { readonly id: string }, expected: readonly string[]) =>
  waitFor(async () => expect(await savedOf(account)).toEqual(expected));

type Shop = Awaited<ReturnType<typeof renderAt>>;
const cartOf = ({ store }: Pick<Shop, 'store'>): string[] => store.getState().cart.lines.map(({ _id, quantity }) => `${_id}: ${quantity}`);
const expectCart = (shop: Pick<Shop, 'store'>, expected: readonly string[]) => waitFor(() => expect(cartOf(shop)).toEqual(expected));

const aSoapLine = async (quantity = 1) => aCartLine({ ...(await theProduct('lavender-soap-bar')), cartItemId: 'mine', quantity });
const wish = () => theProduct('bud-vase');

const signIn = async ({ user }: Pick<Shop, 'user'>) => {
  await typeText(user, await screen.findByLabelText('Email address'), 'ada@example.com');
  await typeText(user, screen.getByLabelText('Password'), herPassword);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
};

const signOut = async ({ user }: Pick<Shop, 'user'>) => {
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
};

/** Whose lists this browser shows: `account` alone once the account has them. */
const owner = (): unknown => JSON.parse(window.localStorage.getItem('flone:lists') ?? 'null');
const expectOwner = (account: { readonly id: string }) => waitFor(() => expect(owner()).toEqual({ account: account.id }));
const listCalls = () => calls.filter((call) => call === `POST ${endpoints.saveLists.path}`);

describe('signing in', () => {
  test('a visitor who signs in finds their cart and what their phone added, each once, and is told', async () => {
    const ada = await adaRegisters();
    await herPhoneAdds(ada, 'lavender-soap-bar', 2);
    const shop = await renderAt(paths.loginRegister, { cart: [await aSoapLine(1)], wishlist: [await wish()] });
    await signIn(shop);
    await expectToast('2 pieces from your account were added to your cart.');
    await expectCart(shop, ['lavender-soap-bar: 3']);
    await expectSaved(ada, ['cart/lavender-soap-bar: 3', `wishlist/${(await wish())._id}: 1`]);
  });

  test('a visitor whose account has no lists is told that theirs are saved to it', async () => {
    const ada = await adaRegisters();
    const shop = await renderAt(paths.loginRegister, { cart: [await aSoapLine(2)] });
    await signIn(shop);
    await expectToast('Your cart and lists are now saved to your account.');
    await expectSaved(ada, ['cart/lavender-soap-bar: 2']);
    expect(cartOf(shop)).toEqual(['lavender-soap-bar: 2']);
  });

  testInAll('the lists of a visitor are added once, however often the page is opened', async () => {
    const ada = await adaIsSignedIn();
    const first = await renderAt(paths.cart, { cart: [await aSoapLine(2)] });
    await expectSaved(ada, ['cart/lavender-soap-bar: 2']);
    await expectOwner(ada);
    await allRequestsSettled();
    first.unmount();
    const second = await renderAt(paths.cart, { cart: [await aSoapLine(2)] });
    await waitFor(() => expect(listCalls().length).toBeGreaterThan(1));
    await allRequestsSettled();
    expect(cartOf(second)).toEqual(['lavender-soap-bar: 2']);
    expect(await savedOf(ada)).toEqual(['cart/lavender-soap-bar: 2']);
  });

  test('a product that the shop no longer has stays in the cart of this browser, which says so', async () => {
    const ada = await adaIsSignedIn();
    const shop = await renderAt(paths.cart, { cart: [aCartLine({ _id: 'of-old', id: 'of-old', name: 'Old jug' }), await aSoapLine(1)] });
    await expectSaved(ada, ['cart/lavender-soap-bar: 1']);
    await allRequestsSettled();
    expect(cartOf(shop)).toEqual(['of-old: 1', 'lavender-soap-bar: 1']);
  });

  testInAll('with an API that saves no lists the cart stays that of the browser', async () => {
    await adaIsSignedIn();
    theApiAnswers(endpoints.saveLists.path, { message: 'There is nothing at this address.' }, 404);
    const shop = await renderAt(paths.cart, { cart: [await aSoapLine(2)] });
    await waitFor(() => expect(calls).toContain(`POST ${endpoints.saveLists.path}`));
    await waitFor(() => expect(owner()).toBeNull());
    expect(cartOf(shop)).toEqual(['lavender-soap-bar: 2']);
  });

  test('a guest’s lists stay in the browser while they cannot be added to the account, and are added once when they can', async () => {
    const ada = await adaIsSignedIn();
    theApiIsDown(endpoints.saveLists.path);
    const shop = await renderAt(paths.cart, { cart: [await aSoapLine(2)] });
    await waitFor(() => expect(listCalls().length).toBeGreaterThan(2));
    await allRequestsSettled();
    expect(cartOf(shop)).toEqual(['lavender-soap-bar: 2']);
    theApiRecovers();
    window.dispatchEvent(new Event('online'));
    window.dispatchEvent(new Event('online'));
    await expectSaved(ada, ['cart/lavender-soap-bar: 2']);
    await expectOwner(ada);
    expect(cartOf(shop)).toEqual(['lavender-soap-bar: 2']);
  });

  testInAll('what a guest adds before the account answers at sign-in is added, too, although the first answer was lost', async () => {
    const ada = await adaIsSignedIn();
    theNextAnswerIsLost(endpoints.saveLists.path);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const shop = await renderAt(paths.cart, { cart: [await aSoapLine(2)] });
    await expectSaved(ada, ['cart/lavender-soap-bar: 2']);
    await allRequestsSettled();
    const pot = await theProduct('beech-rolling-pin');
    act(() => void shop.store.dispatch(addToCart(pot, {}, 1)));
    await expectSaved(ada, ['cart/lavender-soap-bar: 2', 'cart/beech-rolling-pin: 1']);
    await expectOwner(ada);
    expect(cartOf(shop)).toEqual(['lavender-soap-bar: 2', 'beech-rolling-pin: 1']);
  });
});

describe('a signed-in shopper', () => {
  test('a change made just before the page was closed is sent by the next page, and applied once', async () => {
    const ada = await adaIsSignedIn();
    // The call with the soap has arrived, but its answer was lost; the rolling pin is still waiting to be sent.
    await withShopDatabase((db, now) => deviceSends(db, { accountId: ada.id, now, id: 'an-open-call' }, adding('lavender-soap-bar', 2)));
    const left = {
      account: ada.id,
      sending: { id: 'an-open-call', operations: [adding('lavender-soap-bar', 2)] },
      waiting: [adding('beech-rolling-pin')],
    };
    window.localStorage.setItem('flone:lists', JSON.stringify(left));
    const pot = aCartLine({ ...(await theProduct('beech-rolling-pin')), cartItemId: 'pot', quantity: 1 });
    const shop = await renderAt(paths.cart, { cart: [await aSoapLine(2), pot] });
    await expectSaved(ada, ['cart/lavender-soap-bar: 2', 'cart/beech-rolling-pin: 1']);
    await expectOwner(ada);
    expect(cartOf(shop)).toEqual(['lavender-soap-bar: 2', 'beech-rolling-pin: 1']);
  });

  testInAll('a change is stored in the browser until the server has answered it', async () => {
    const ada = await adaIsSignedIn();
    const shop = await renderAt(paths.product('lavender-soap-bar'));
    await expectOwner(ada);
    await allRequestsSettled();
    const [soap, pot] = [await theProduct('lavender-soap-bar'), await theProduct('beech-rolling-pin')];
    theApiNeverAnswers(endpoints.saveLists.path);
    act(() => void shop.store.dispatch(addToCart(soap, {}, 2)));
    act(() => void shop.store.dispatch(addToCart(pot, {}, 1)));
    await waitFor(() =>
      expect(owner()).toMatchObject({
        sending: { operations: [{ quantity: 2 }] },
        waiting: [{ productId: 'beech-rolling-pin', quantity: 1 }],
      }),
    );
  });

  test('a wished product keeps its choice in this browser, and is on the account’s wishlist once', async () => {
    const ada = await adaIsSignedIn();
    const vase = await wish();
    const mug = { ...(await theProduct('stoneware-mug')), selectedProductColor: 'Sage' };
    const shop = await renderAt(paths.wishlist, { wishlist: [mug] });
    await expectSaved(ada, ['wishlist/stoneware-mug: 1']);
    await herPhoneAdds(ada, 'stoneware-mug', 1, 'wishlist');
    await herPhoneAdds(ada, vase._id, 1, 'wishlist');
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(shop.store.getState().wishlist.items).toHaveLength(2));
    expect(shop.store.getState().wishlist.items).toMatchObject([{ _id: 'stoneware-mug', selectedProductColor: 'Sage' }, { _id: vase._id }]);
  });

  testInAll('what was chosen of a wished product is the same on all devices, and another choice takes its place', async () => {
    const ada = await adaIsSignedIn();
    const mug = { ...(await theProduct('stoneware-mug')), selectedProductColor: 'Sage', selectedProductSize: '350 ml' };
    const first = await renderAt(paths.wishlist, { wishlist: [mug] });
    await expectSaved(ada, ['wishlist/stoneware-mug: 1']);
    await allRequestsSettled();
    first.unmount();
    window.localStorage.clear();
    // Another device of the account, without stored lists.
    const shop = await renderAt(paths.wishlist);
    const { user, store } = shop;
    expect(await screen.findByRole('row', { name: /Stoneware mug/ })).toHaveTextContent(/Colour: Sage.*Size: 350 ml/);
    await user.click(screen.getByRole('button', { name: /^Remove Stoneware mug/ }));
    store.dispatch(wished({ ...mug, selectedProductColor: 'Oatmeal', selectedProductSize: undefined }));
    const chosen = () => withShopDatabase((db) => db.selectFrom('saved_line').select(['chosen_color', 'chosen_size']).execute());
    await waitFor(async () => expect(await chosen()).toEqual([{ chosen_color: 'Oatmeal', chosen_size: '' }]));
    await allRequestsSettled();
    expect(store.getState().wishlist.items).toMatchObject([{ _id: 'stoneware-mug', selectedProductColor: 'Oatmeal' }]);
  });

  test('a signed-in shopper’s changes are saved: removed lines leave the account, and lines from another device stay', async () => {
    const ada = await adaIsSignedIn();
    await herPhoneAdds(ada, 'lavender-soap-bar', 2);
    const shop = await renderAt(paths.cart);
    await expectCart(shop, ['lavender-soap-bar: 2']);
    await herPhoneAdds(ada, 'lavender-soap-bar', 1);
    await shop.user.click(await screen.findByRole('button', { name: /^Remove / }));
    // The unit that the phone added, which this browser had not seen, stays.
    await expectSaved(ada, ['cart/lavender-soap-bar: 1']);
    await expectCart(shop, ['lavender-soap-bar: 1']);
  });

  test('a change that is refused raises a toast and shows the account’s lists, and later changes are sent', async () => {
    const ada = await adaIsSignedIn();
    await herPhoneAdds(ada, 'lavender-soap-bar', 1);
    const shop = await renderAt(paths.cart);
    await expectCart(shop, ['lavender-soap-bar: 1']);
    await allRequestsSettled();
    await herPhoneAdds(ada, 'linen-tea-towels', 1);
    theApiFailsOnce(endpoints.saveLists.path, 422);
    const more = () => screen.findByRole('button', { name: /^One more: .*soap bar$/ });
    await shop.user.click(await more());
    await expectToast('Sorry, that did not work: your last change was not saved. Please try again.');
    await expectCart(shop, ['lavender-soap-bar: 1', 'linen-tea-towels: 1']);
    await shop.user.click(await more());
    await expectSaved(ada, ['cart/lavender-soap-bar: 2', 'cart/linen-tea-towels: 1']);
    await expectOwner(ada);
    expect(cartOf(shop)).toEqual(['lavender-soap-bar: 2', 'linen-tea-towels: 1']);
  });

  test.each(firstOfEach([503, 429], () => 'failure'))(
    'changes that fail with %i stay in the cart, are told once, and reach the account when it answers again',
    async (status) => {
      const ada = await adaIsSignedIn();
      const shop = await renderAt(paths.contact, { cart: [await aSoapLine(1)] });
      await expectOwner(ada);
      await allRequestsSettled();
      const [soap, pot] = [await theProduct('lavender-soap-bar'), await theProduct('beech-rolling-pin')];
      const told: string[] = [];
      shop.store.startListening({
        predicate: ({ type }) => /saveDelayed|saveFailed/.test(type),
        effect: ({ type }) => void told.push(type),
      });
      theApiAnswers(endpoints.saveLists.path, { message: 'Not now.' }, status);
      act(() => void shop.store.dispatch(addToCart(soap, {}, 1)));
      await waitFor(() => expect(told).toEqual(['savedLists/saveDelayed']), { timeout: 20_000 });
      act(() => void shop.store.dispatch(addToCart(pot, {}, 1)));
      await allRequestsSettled();
      expect(cartOf(shop)).toEqual(['lavender-soap-bar: 2', 'beech-rolling-pin: 1']);
      theApiRecovers();
      thisTabIsShownAgain();
      await expectSaved(ada, ['cart/lavender-soap-bar: 2', 'cart/beech-rolling-pin: 1']);
      await expectOwner(ada);
      expect(cartOf(shop)).toEqual(['lavender-soap-bar: 2', 'beech-rolling-pin: 1']);
      expect(told).toEqual(['savedLists/saveDelayed']);
    },
  );

  test('changes that wait are sent again by themselves, later each time', async () => {
    const ada = await adaIsSignedIn();
    const shop = await renderAt(paths.contact);
    await expectOwner(ada);
    await allRequestsSettled();
    const soap = await theProduct('lavender-soap-bar');
    theApiAnswers(endpoints.saveLists.path, { message: 'Not now.' }, 503);
    calls.length = 0;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    act(() => void shop.store.dispatch(addToCart(soap, {}, 2)));
    const sends = async (times: number, afterMs: number) => {
      await act(() => vi.advanceTimersByTimeAsync(afterMs));
      await waitFor(() => expect(listCalls()).toHaveLength(times));
      await allRequestsSettled();
    };
    await sends(1, 0);
    await sends(2, 300);
    await sends(3, 1000);
    await sends(4, 5000);
    await sends(5, 30_000);
    await sends(6, 120_000);
    theApiRecovers();
    await sends(7, 120_000);
    await expectSaved(ada, ['cart/lavender-soap-bar: 2']);
    await expectOwner(ada);
  });

  testInAll('what is added while the browser’s storage is full reaches the account, and stays in the cart', async () => {
    const ada = await adaIsSignedIn();
    const shop = await renderAt(paths.contact);
    await expectOwner(ada);
    await allRequestsSettled();
    const [soap, pot] = [await theProduct('lavender-soap-bar'), await theProduct('beech-rolling-pin')];
    const store = Storage.prototype.setItem;
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key: string, value: string) {
      if (this === window.localStorage) throw new DOMException('full', 'QuotaExceededError');
      store.call(this, key, value);
    });
    onTestFinished(() => full.mockRestore());
    theNextAnswerIsLost(endpoints.saveLists.path);
    act(() => void shop.store.dispatch(addToCart(soap, {}, 2)));
    act(() => void shop.store.dispatch(addToCart(pot, {}, 1)));
    await expectSaved(ada, ['cart/lavender-soap-bar: 2', 'cart/beech-rolling-pin: 1']);
    await allRequestsSettled();
    thisTabIsShownAgain();
    await waitFor(() => expect(calls.at(-1)).toBe(`POST ${endpoints.saveLists.path}`));
    await allRequestsSettled();
    expect(cartOf(shop)).toEqual(['lavender-soap-bar: 2', 'beech-rolling-pin: 1']);
    expect(await savedOf(ada)).toEqual(['cart/lavender-soap-bar: 2', 'cart/beech-rolling-pin: 1']);
  });

  test('a call whose answer is lost is sent again, and counts once', async () => {
    const ada = await adaIsSignedIn();
    const shop = await renderAt(paths.product('lavender-soap-bar'));
    await expectOwner(ada);
    await allRequestsSettled();
    const soap = await theProduct('lavender-soap-bar');
    theNextAnswerIsLost(endpoints.saveLists.path);
    calls.length = 0;
    act(() => void shop.store.dispatch(addToCart(soap, {}, 2)));
    await waitFor(() => expect(listCalls()).toHaveLength(2));
    await allRequestsSettled();
    expect(await savedOf(ada)).toEqual(['cart/lavender-soap-bar: 2']);
    expect(cartOf(shop)).toEqual(['lavender-soap-bar: 2']);
  });

  test('a signed-in shopper who adds offline reads that it waits, also on a page that was opened offline, and has it in the account once online', async () => {
    const ada = await adaIsSignedIn();
    const first = await renderAt(paths.cart, { cart: [await aSoapLine(1)] });
    await expectSaved(ada, ['cart/lavender-soap-bar: 1']);
    await allRequestsSettled();
    first.unmount();
    theApiIsDown('/user/*');
    const shop = await renderAt(paths.cart, { cart: [await aSoapLine(1)] });
    await expectCart(shop, ['lavender-soap-bar: 1']);
    const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await shop.user.click(await screen.findByRole('button', { name: /^One more: .*soap bar$/ }));
    await expectToast('We can’t reach your account at the moment. Your changes are safe here, and will be saved as soon as we can.');
    expect(cartOf(shop)).toEqual(['lavender-soap-bar: 2']);
    expect(await savedOf(ada)).toEqual(['cart/lavender-soap-bar: 1']);
    theApiRecovers();
    offline.mockRestore();
    window.dispatchEvent(new Event('online'));
    await expectSaved(ada, ['cart/lavender-soap-bar: 2']);
    await expectOwner(ada);
    expect(cartOf(shop)).toEqual(['lavender-soap-bar: 2']);
  });

  testInAll('a withdrawn product of another device is not shown, and is not removed from the account', async () => {
    const ada = await adaIsSignedIn();
    await herPhoneAdds(ada, 'lavender-soap-bar');
    await herPhoneAdds(ada, 'linen-tea-towels');
    await withShopDatabase((db, now) => withdrawProduct(db, 'lavender-soap-bar', now));
    const shop = await renderAt(paths.cart);
    await expectCart(shop, ['linen-tea-towels: 1']);
    await allRequestsSettled();
    expect(await savedOf(ada)).toEqual(['cart/lavender-soap-bar: 1', 'cart/linen-tea-towels: 1']);
  });
});

/** What this browser keeps of a person besides the lists. */
const storePersonal = () => {
  window.localStorage.setItem('flone:seen', JSON.stringify(['beech-rolling-pin']));
  window.localStorage.setItem('flone:ordered', JSON.stringify([{ orderId: 'of-ada', lines: [] }]));
  window.sessionStorage.setItem('flone:checkout', JSON.stringify({ email: 'ada@example.com' }));
  window.sessionStorage.setItem('flone:message:contact', JSON.stringify({ message: 'The lid of my pot is chipped.' }));
};
const readPersonal = () => [
  ...['flone:seen', 'flone:ordered'].map((key) => window.localStorage.getItem(key)),
  ...['flone:checkout', 'flone:message:contact'].map((key) => window.sessionStorage.getItem(key)),
];
const nothing = [null, null, null, null];

const message = () => screen.findByLabelText('Your message');

describe('a cart that is paid', () => {
  const twoSoaps = { productId: 'lavender-soap-bar', quantity: 2 };
  test('what is paid leaves the saved cart of the account without any page of the shop being opened', async () => {
    const ada = await adaRegisters();
    await herPhoneAdds(ada, twoSoaps.productId, 3);
    await aPaidOrder({ ...twoSoaps, userId: ada.id, fromCart: true });
    expect(await savedOf(ada)).toEqual(['cart/lavender-soap-bar: 1']);
  });

  /** Ada is at the checkout with one soap of her saved cart, and all is filled in. */
  const sheIsAboutToOrder = async () => {
    const assign = vi.fn<(address: string) => void>();
    vi.stubGlobal('location', { href: 'http://localhost:3000/checkout', origin: 'http://localhost:3000', assign });
    const ada = await adaIsSignedIn({ phone: '0113 496 0142' });
    await herPhoneAdds(ada, twoSoaps.productId, 1);
    const shop = await renderAt(paths.checkout);
    await expectCart(shop, ['lavender-soap-bar: 1']);
    for (const [name, text] of [
      ['Address line 1', '12 Mill Lane'],
      ['Town or city', 'Leeds'],
      ['Postcode', 'LS1 4AP'],
    ] as const)
      await typeText(shop.user, screen.getByRole('textbox', { name }), text);
    await shop.user.click(screen.getByRole('checkbox', { name: /I agree to the terms/ }));
    await allRequestsSettled();
    /** Adds one more soap, and orders at once. */
    const addAndOrder = async () => {
      const product = await theProduct(twoSoaps.productId);
      act(() => {
        shop.store.dispatch(addToCart(product));
      });
      fireEvent.click(screen.getByRole('button', { name: /^Pay £/ }));
      await waitFor(() => expect(assign).toHaveBeenCalledOnce());
    };
    return { ada, addAndOrder };
  };

  testInAll(
    'what was added just before the order leaves the saved cart as well once paid, on all devices and without any page being opened',
    async () => {
      const { ada, addAndOrder } = await sheIsAboutToOrder();
      calls.length = 0;
      await addAndOrder();
      expect(calls.slice(0, 2)).toEqual([`POST ${endpoints.saveLists.path}`, `POST ${endpoints.placeOrder.path}`]);
      const paid = await withShopDatabase(async (db, now) => {
        const { session_id: sessionId } = await db.selectFrom('payment').select('session_id').executeTakeFirstOrThrow();
        await recordPayment(db, { eventId: aKey(), sessionId, outcome: 'paid' }, now);
        return db.selectFrom('order_line').select('quantity').execute();
      });
      expect(paid).toEqual([{ quantity: 2 }]);
      expect(await savedOf(ada)).toEqual([]);
    },
  );

  testInAll('a saved cart is ordered all the same, once, when its changes cannot be sent', async () => {
    const { addAndOrder } = await sheIsAboutToOrder();
    theApiIsDown(endpoints.saveLists.path);
    await addAndOrder();
    expect(await withShopDatabase((db) => db.selectFrom('order_line').select('quantity').execute())).toEqual([{ quantity: 2 }]);
  });

  test('the confirmation page shows the cart without what is paid, and with what another device has added since', async () => {
    const ada = await adaIsSignedIn();
    await herPhoneAdds(ada, twoSoaps.productId, 2);
    const first = await renderAt(paths.cart);
    await expectCart(first, ['lavender-soap-bar: 2']);
    await allRequestsSettled();
    first.unmount();
    const orderId = await aPaidOrder({ ...twoSoaps, userId: ada.id, fromCart: true });
    await herPhoneAdds(ada, twoSoaps.productId, 3);
    const confirmed = await renderAt(`${paths.orderConfirm}?order=${orderId}`, { cart: first.store.getState().cart.lines });
    await expectCart(confirmed, ['lavender-soap-bar: 3']);
    await allRequestsSettled();
    expect(await savedOf(ada)).toEqual(['cart/lavender-soap-bar: 3']);
  });

  testInAll('what a guest ordered and pays for after signing in leaves the account’s cart once', async () => {
    const ada = await adaIsSignedIn();
    const shop = await renderAt(paths.cart, { cart: [await aSoapLine(3)] });
    await expectSaved(ada, ['cart/lavender-soap-bar: 3']);
    await allRequestsSettled();
    shop.unmount();
    const orderId = await aPaidOrder(twoSoaps);
    const lines = [{ cartItemId: 'mine', quantity: 2 }];
    window.localStorage.setItem('flone:ordered', JSON.stringify([{ orderId, lines }]));
    const confirmed = await renderAt(`${paths.orderConfirm}?order=${orderId}`, { cart: shop.store.getState().cart.lines });
    await expectCart(confirmed, ['lavender-soap-bar: 1']);
    await expectSaved(ada, ['cart/lavender-soap-bar: 1']);
    expect(window.localStorage.getItem('flone:ordered')).toBeNull();
  });
});

describe('the next person at the same browser', () => {
  test('signing out leaves neither recently viewed products nor orders nor what was typed at the checkout or in a message', async () => {
    const ada = await adaIsSignedIn();
    const shop = await renderAt(paths.myAccount);
    await expectOwner(ada);
    storePersonal();
    await signOut(shop);
    await waitFor(() => expect(readPersonal()).toEqual(nothing));
  });

  testInAll('signing out leaves nothing with an API that saves no lists, either', async () => {
    await adaIsSignedIn();
    theApiAnswers(endpoints.saveLists.path, { message: 'There is nothing at this address.' }, 404);
    const shop = await renderAt(paths.myAccount);
    await waitFor(() => expect(calls).toContain(`POST ${endpoints.saveLists.path}`));
    await waitFor(() => expect(owner()).toBeNull());
    storePersonal();
    await signOut(shop);
    await waitFor(() => expect(readPersonal()).toEqual(nothing));
  });

  test('a page that is opened after the session has ended holds nothing of the account, and says that the shopper was signed out', async () => {
    const ada = await adaIsSignedIn();
    const first = await renderAt(paths.cart, { cart: [await aSoapLine(1)] });
    await expectOwner(ada);
    await allRequestsSettled();
    first.unmount();
    storePersonal();
    await herSessionEnds();
    await renderAt(paths.cart);
    await waitFor(() => expect(owner()).toBeNull());
    expect(readPersonal()).toEqual(nothing);
    await expectToast('You were signed out; your lists are in your account.');
  });

  test('a tab that was frozen while another one signed out reloads, says why, and keeps nothing that was typed', async () => {
    const ada = await adaIsSignedIn();
    const frozen = await renderAt(paths.contact);
    await expectOwner(ada);
    await typeText(frozen.user, await message(), 'The lid of my pot is chipped.');
    await waitFor(() => expect(window.sessionStorage.getItem('flone:message:contact')).toContain('The lid'));
    await herSessionEnds();
    anotherTabSignsOut();
    expect(frozen.reload).not.toHaveBeenCalled();
    thisTabIsShownAgain();
    expect(frozen.reload).toHaveBeenCalled();
    frozen.unmount();
    const { user } = await renderAt(paths.contact);
    await expectToast('You were signed out; your lists are in your account.');
    expect(await message()).toHaveValue('');
    await typeText(user, await message(), 'Do you sell wicks?');
    await waitFor(() => expect(window.sessionStorage.getItem('flone:message:contact')).toContain('wicks'));
    expect(JSON.stringify(window.sessionStorage)).not.toMatch(/The lid|ada@/);
  });

  test('a tab that hears late of another tab’s sign-out reloads, and drops what was typed in the meantime', async () => {
    await adaIsSignedIn();
    const before = await renderAt(paths.contact);
    await typeText(before.user, await message(), 'The lid of my pot');
    anotherTabSignsOut();
    await before.user.type(await message(), '!');
    await herSessionEnds();
    const other = new BroadcastChannel('flone');
    onTestFinished(() => other.close());
    other.postMessage('signedOut');
    await waitFor(() => expect(before.reload).toHaveBeenCalled());
    before.unmount();
    await renderAt(paths.contact);
    expect(await message()).toHaveValue('');
    expect(JSON.stringify(window.sessionStorage)).not.toMatch(/The lid|ada@/);
  });

  testInAll('a tab that was closed before another one signed out, and is restored later, shows nothing of its drafts', async () => {
    startTab();
    storePersonal();
    anotherTabSignsOut();
    await renderAt(paths.contact);
    expect(await message()).toHaveValue('');
    expect(window.sessionStorage.getItem('flone:checkout')).toBeNull();
  });

  testInAll('a tab that is opened after a sign-out shows no message about it', async () => {
    anotherTabSignsOut();
    const shop = await renderAt(paths.contact);
    await message();
    await allRequestsSettled();
    expect(screen.queryByText(/You were signed out/)).toBeNull();
    expect(shop.reload).not.toHaveBeenCalled();
  });

  testInAll('a tab that hears late of the signing out leaves alone what the next person has done meanwhile', async () => {
    const ada = await adaIsSignedIn();
    const shop = await renderAt(paths.contact);
    await expectOwner(ada);
    await allRequestsSettled();
    // The other tab, and the next person there.
    anotherTabSignsOut();
    window.localStorage.setItem('flone:seen', JSON.stringify(['bud-vase']));
    await herSessionEnds();
    act(() => void shop.store.dispatch(refetchProfile()));
    await waitFor(() => expect(shop.reload).toHaveBeenCalled());
    expect(window.localStorage.getItem('flone:signed-out')).toBe('the-next-person');
    expect(window.localStorage.getItem('flone:seen')).toContain('bud-vase');
  });

  test('a guest keeps recently viewed products, orders and drafts in the browser, also when signing in', async () => {
    await adaRegisters();
    storePersonal();
    const kept = readPersonal();
    const shop = await renderAt(paths.loginRegister, { cart: [await aSoapLine(1)] });
    await screen.findByLabelText('Email address');
    expect(readPersonal()).toEqual(kept);
    await signIn(shop);
    await expectToast('Your cart and lists are now saved to your account.');
    expect(readPersonal()).toEqual(kept);
  });

  test('signing out saves what was just added, and leaves nothing in this browser', async () => {
    const ada = await adaIsSignedIn();
    const shop = await renderAt(paths.myAccount, { cart: [await aSoapLine(1)], wishlist: [await wish()] });
    await expectSaved(ada, ['cart/lavender-soap-bar: 1', `wishlist/${(await wish())._id}: 1`]);
    const soap = await theProduct('lavender-soap-bar');
    await allRequestsSettled();
    act(() => void shop.store.dispatch(addToCart(soap, {}, 4)));
    await signOut(shop);
    await expectCart(shop, []);
    expect(await savedOf(ada)).toEqual(['cart/lavender-soap-bar: 5', `wishlist/${(await wish())._id}: 1`]);
    await waitFor(() => expect(owner()).toBeNull());
    expect(window.localStorage.getItem('persist:flone')).not.toContain('lavender-soap-bar');
    expect(shop.reload).not.toHaveBeenCalled();
  });

  test('signing out makes the browser’s other tabs start anew, and they have nothing of the account', async () => {
    const ada = await adaIsSignedIn();
    const [one, other] = [await renderAt(paths.myAccount), await renderAt(paths.contact)];
    await expectOwner(ada);
    await allRequestsSettled();
    await signOut({ user: one.user });
    await waitFor(() => expect(other.reload).toHaveBeenCalled());
    expect(JSON.stringify(window.localStorage)).not.toContain(ada.id);
    expect(screen.queryByText(/You were signed out/)).toBeNull();
  });

  test('a session that was ended on another device leaves only what was added after it, as a guest’s, and the shopper reads where the lists are', async () => {
    const ada = await adaIsSignedIn();
    const shop = await renderAt(paths.contact, { cart: [await aSoapLine(1)], wishlist: [await wish()] });
    await expectOwner(ada);
    await allRequestsSettled();
    const saved = await savedOf(ada);
    await herSessionEnds();
    const [soap, pot] = [await theProduct('lavender-soap-bar'), await theProduct('beech-rolling-pin')];
    act(() => {
      shop.store.dispatch(addToCart(soap, {}, 1));
      shop.store.dispatch(addToCart(pot, {}, 2));
    });
    await waitFor(() => expect(shop.reload).toHaveBeenCalled());
    expect(cartOf(shop)).toEqual(['lavender-soap-bar: 1', 'beech-rolling-pin: 2']);
    expect(shop.store.getState().wishlist.items).toEqual([]);
    expect(owner()).toBeNull();
    shop.unmount();
    const guest = await renderAt(paths.cart, { cart: shop.store.getState().cart.lines });
    await expectToast('You were signed out; your lists are in your account. What you’ve added since is still here.');
    expect(cartOf(guest)).toEqual(['lavender-soap-bar: 1', 'beech-rolling-pin: 2']);
    expect(await savedOf(ada)).toEqual(saved);
  });

  testInAll(
    'a session that was ended on another device leaves nothing where nothing was added, and the shopper reads where the lists are',
    async () => {
      const ada = await adaIsSignedIn();
      const shop = await renderAt(paths.cart, { cart: [await aSoapLine(2)] });
      await expectOwner(ada);
      await allRequestsSettled();
      await herSessionEnds();
      await shop.user.click(await screen.findByRole('button', { name: /^One fewer: / }));
      await waitFor(() => expect(shop.reload).toHaveBeenCalled());
      expect(cartOf(shop)).toEqual([]);
      shop.unmount();
      await renderAt(paths.cart);
      await expectToast('You were signed out; your lists are in your account.');
      expect(await savedOf(ada)).toEqual(['cart/lavender-soap-bar: 2']);
    },
  );

  test('a page that is opened after the session has ended keeps what the account never got, as a guest’s, and says so', async () => {
    const ada = await adaIsSignedIn();
    const first = await renderAt(paths.cart, { cart: [await aSoapLine(1)] });
    await expectOwner(ada);
    await allRequestsSettled();
    first.unmount();
    const saved = await savedOf(ada);
    await herSessionEnds();
    const wished = await wish();
    // Done before the page was closed, and not sent any more.
    const waiting = [adding('lavender-soap-bar', 2), adding(wished._id, 1, 'wishlist')];
    window.localStorage.setItem('flone:lists', JSON.stringify({ account: ada.id, waiting }));
    const gift = aCartLine({ _id: 'gift', id: 'gift', name: 'Her secret gift' });
    const guest = await renderAt(paths.cart, { cart: [gift, await aSoapLine(3)], wishlist: [wished, aProduct()] });
    await expectToast('You were signed out; your lists are in your account. What you’ve added since is still here.');
    await expectCart(guest, ['lavender-soap-bar: 2']);
    expect(guest.store.getState().wishlist.items.map(({ _id }) => _id)).toEqual([wished._id]);
    expect(owner()).toBeNull();
    expect(await savedOf(ada)).toEqual(saved);
  });

  testInAll('a page that is opened after the session has ended never shows the lists that this browser still holds', async () => {
    await adaIsSignedIn();
    const first = await renderAt(paths.cart, { cart: [await aSoapLine(1)] });
    await waitFor(() => expect(owner()).toMatchObject({ account: expect.any(String) }));
    await allRequestsSettled();
    first.unmount();
    await herSessionEnds();
    let shown = '';
    const observer = new MutationObserver(() => {
      shown += document.body.textContent;
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    const gift = aCartLine({ _id: 'gift', id: 'gift', name: 'Her secret gift' });
    const shop = await renderAt(paths.cart, { cart: [gift], wishlist: [aProduct()] });
    observer.disconnect();
    expect(shown).toContain('Your cart');
    expect(shown).not.toContain('Her secret gift');
    expect(cartOf(shop)).toEqual([]);
    expect(shop.store.getState().wishlist.items).toEqual([]);
    expect(owner()).toBeNull();
    expect(within(screen.getByRole('main')).getByText(/No items added to cart/)).toBeVisible();
  });

  test('somebody else who signs in gets their own lists, and nothing of the account before', async () => {
    const ada = await adaIsSignedIn();
    const first = await renderAt(paths.cart, { cart: [await aSoapLine(1)] });
    await expectSaved(ada, ['cart/lavender-soap-bar: 1']);
    await allRequestsSettled();
    first.unmount();
    const eve = await adaIsSignedIn({ email: 'eve@example.com' });
    await herPhoneAdds(eve, 'linen-tea-towels');
    const shop = await renderAt(paths.cart, { cart: [await aSoapLine(1)] });
    await expectCart(shop, ['linen-tea-towels: 1']);
    expect(await savedOf(eve)).toEqual(['cart/linen-tea-towels: 1']);
    expect(await savedOf(ada)).toEqual(['cart/lavender-soap-bar: 1']);
  });

  test('a change in a tab that has not heard of somebody else’s sign-in reaches neither account, and the page reloads', async () => {
    const ada = await adaIsSignedIn();
    const shop = await renderAt(paths.cart, { cart: [await aSoapLine(1)] });
    await expectSaved(ada, ['cart/lavender-soap-bar: 1']);
    await expectOwner(ada);
    await allRequestsSettled();
    const eve = await adaIsSignedIn({ email: 'eve@example.com' });
    await shop.user.click(await screen.findByRole('button', { name: /^One more: / }));
    await waitFor(() => expect(shop.reload).toHaveBeenCalled());
    expect(await savedOf(ada)).toEqual(['cart/lavender-soap-bar: 1']);
    expect(await savedOf(eve)).toEqual([]);
  });

  test('the lists stay in the browser while the profile call has no answer', async () => {
    await adaIsSignedIn();
    const first = await renderAt(paths.cart, { cart: [await aSoapLine(1)] });
    await waitFor(() => expect(owner()).toMatchObject({ account: expect.any(String) }));
    await allRequestsSettled();
    first.unmount();
    theApiIsDown('/user/*');
    const shop = await renderAt(paths.cart, { cart: [await aSoapLine(1)] });
    await expectCart(shop, ['lavender-soap-bar: 1']);
  });
});
