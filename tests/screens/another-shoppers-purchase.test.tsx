import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '#shared/paths.ts';
import { anotherShopperBuys, theProduct, theSellerSetsStock } from '#tests/support/api.ts';
import { aCartLine } from '#tests/support/product-builders.ts';
import { renderAt } from '#tests/support/render-app.tsx';

const soap = 'lavender-soap-bar';
const tile = () => screen.findByRole('article', { name: /lavender soap bar/i });

test('after another shopper has bought the last units, a shopper who navigates sees the product sold out in the cart, on the product page and on the tile', async () => {
  await theSellerSetsStock({ productId: soap }, (await theProduct(soap)).saleCount + 3);
  const { user, store } = await renderAt(`${paths.shop}?category=bath-body`, {
    cart: [aCartLine({ ...(await theProduct(soap)), quantity: 2 })],
  });
  expect(within(await tile()).getByRole('button', { name: /^Add to cart/ })).toBeEnabled();
  const listed = store.getState().product.products;

  await anotherShopperBuys({ productId: soap, quantity: 3 });
  await user.click(screen.getByRole('link', { name: /^Cart, / }));
  const line = await screen.findByRole('row', { name: /lavender soap bar/i });
  await waitFor(() => expect(line).toHaveTextContent('Sold out since you added it'));
  await user.click(within(line).getAllByRole('link', { name: /lavender soap bar/i })[0] ?? line);
  expect(await screen.findByText('Out of stock', { selector: 'form *' })).toBeVisible();
  await user.click((await screen.findAllByRole('link', { name: 'Bath & body' }))[0] ?? line);
  expect(await within(await tile()).findByRole('button', { name: 'Out of stock: Lavender soap bar' })).toBeVisible();

  // The list was not loaded again: what was not sold is the same object.
  const current = store.getState().product.products;
  expect(current).not.toBe(listed);
  const unsold = current.filter(({ _id }) => _id !== soap);
  const unsoldBefore = listed.filter(({ _id }) => _id !== soap);
  expect(unsold).toHaveLength(unsoldBefore.length);
  for (const [row, product] of unsold.entries()) expect(product).toBe(unsoldBefore[row]);
});
