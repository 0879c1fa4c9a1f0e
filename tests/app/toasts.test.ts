import { describe, expect, test } from 'vitest';
import { makeStore } from '#app/store.ts';
import { toastOf, toasts } from '#app/toasts.ts';
import * as cart from '#features/cart/cart-slice.ts';
import * as compare from '#features/compare/compare-slice.ts';
import {
  changesLeftOut,
  guestListsAdded,
  itemsArrived,
  listsOutdated,
  saveDelayed,
  saveFailed,
  signedOut,
} from '#features/saved-lists/list-facts.ts';
import * as wishlist from '#features/wishlist/wishlist-slice.ts';
import { languageOf } from '#shared/i18n/language.ts';
import { aCartLine, aProduct } from '#tests/support/product-builders.ts';
import { readTranslations, translationKeys } from '#tests/support/translations.ts';

const words = readTranslations().toasts ?? {};
const language = languageOf(readTranslations());

/** What the shopper reads of each fact: fact, tone, text. */
const catalogue = [
  [cart.added(aCartLine()), 'success', 'Added To Cart', 'toast.cart-added'],
  [wishlist.added(aProduct()), 'success', 'Added To wishlist', 'toast.wishlist-added'],
  [compare.added(aProduct()), 'success', 'Added To compare', 'toast.compare-added'],
  [cart.addRefused('limitReached'), 'warning', 'Maximum limit reached', 'toast.limit'],
  [cart.decremented({ cartItemId: 'a', by: 1 }), 'warning', 'Item Decremented From Cart', 'toast.decremented'],
  [cart.removed('a'), 'error', 'Removed From Cart', 'toast.cart-removed'],
  [wishlist.removed('a'), 'error', 'Removed From Wishlist', 'toast.wishlist-removed'],
  [compare.removed('a'), 'error', 'Removed From Compare', 'toast.compare-removed'],
  [cart.addRefused('invalidProduct'), 'error', 'Invalid product data', 'toast.invalid-product'],
  [wishlist.addRefused('invalidProduct'), 'error', 'Invalid product data', 'toast.invalid-product'],
  [compare.addRefused('invalidProduct'), 'error', 'Invalid product data', 'toast.invalid-product'],
  [wishlist.addRefused('duplicate'), 'info', 'Product already in wishlist', 'toast.wishlist-duplicate'],
  [compare.addRefused('duplicate'), 'info', 'Product already in compare'],
  [compare.addRefused('full'), 'warning', 'You can compare 4 products at a time; remove one to add another.'],
  [itemsArrived.cart(2), 'info', '2 pieces from your account were added to your cart.'],
  [itemsArrived.wishlist(1), 'info', '1 product from your account was added to your wishlist.'],
  [itemsArrived.compare(3), 'info', '3 products from your account were added to your comparison.'],
  [guestListsAdded(), 'info', 'Your cart and lists are now saved to your account.'],
  [changesLeftOut(1), 'warning', '1 product could not be saved to your account: the list is full.'],
  [saveFailed(), 'error', 'Sorry, that did not work: your last change was not saved. Please try again.'],
  [saveDelayed(), 'warning', 'We can’t reach your account at the moment. Your changes are safe here, and will be saved as soon as we can.'],
  [signedOut('empty'), 'info', 'You were signed out; your lists are in your account.'],
  [signedOut('withUnsaved'), 'info', 'You were signed out; your lists are in your account. What you’ve added since is still here.'],
] as const;

describe('toasts', () => {
  for (const [fact, tone, text, ...tags] of catalogue) {
    const reason = 'payload' in fact && typeof fact.payload === 'string' ? ` for the reason ${String(fact.payload)}` : '';
    test(`${fact.type}${reason} is a ${tone}: ${text}`, { tags }, () => {
      const toast = toastOf(fact);
      if (!toast) throw new Error(`${fact.type} is told nobody.`);
      expect(toast.tone).toBe(tone);
      const values = toast.isCounted ? { count: Number(fact.payload) } : (toast.values ?? {});
      expect(language.t(`toasts:${toast.messageKey}`, values)).toBe(text);
    });
  }

  test('each row of the toast table belongs to exactly one of the facts tested here', () => {
    for (const { of } of toasts) expect(catalogue.filter(([fact]) => of(fact))).toHaveLength(1);
    expect(toasts).toHaveLength(catalogue.length);
  });

  test('every row of the table of toasts has its text, and every text a row, apart from the label of the live region and the link to the cart', () => {
    const used = new Set(toasts.map((toast): string => toast.messageKey));
    // A text that tells a number has a form for one and a form for many.
    const texts = new Set(translationKeys(words).map((key) => key.replace(/_(?:one|other)$/, '')));
    expect([...used, 'label', 'viewCart'].toSorted()).toEqual([...texts].toSorted());
  });
});

test('clearing, undoing, acknowledging a change and choosing a currency raise no toast', () => {
  const store = makeStore();
  const back = { item: aProduct(), index: 0 };
  const put = [wishlist.cleared(), wishlist.putBack(back), compare.cleared(), compare.putBack(back)];
  const silent = [
    listsOutdated(),
    cart.replaced([]),
    cart.cleared(),
    cart.putBack({ line: aCartLine(), index: 0 }),
    cart.changeAcknowledged(aCartLine()),
    ...put,
  ];
  for (const fact of silent) {
    store.dispatch(fact);
    expect(toastOf(fact)).toBeUndefined();
  }
});
