import { expect, test } from 'vitest';
import { importCatalogue, planImport } from '#server/domain/catalogue/catalogue-import.ts';
import { showDeskProduct } from '#server/domain/catalogue/product-editor.ts';
import { readProducts } from '#server/domain/orders/order-stock.ts';
import { priceLine } from '#server/domain/orders/orders.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';

const db = await freshDatabase();
const reference = { now: openingDay, referenceDays: 30 };

test('a candle without the facts that other candles have is taken, and the seller is told which', async () => {
  const candle = { id: 'tall-candle', name: 'Tall candle', basePrice: 6, stock: 5, categories: ['candles-scent'] };
  const text = 'Other goods of Candles & scent have ingredients, warnings and a net quantity. Does it need them, too?';
  const plan = await planImport(db, () => [{ value: candle }], reference);
  expect(plan).toMatchObject({ refused: [], notes: [{ id: 'tall-candle', name: 'Tall candle', text }] });
  await importCatalogue(db, [{ value: candle }], reference);
  expect((await showDeskProduct(db, 'tall-candle', reference)).missingFacts).toBe(text);
});

test.each(['soy-wax-candle', 'oak-coasters', 'stoneware-mug'])(
  'the sample product %s lacks no fact that others of its category have',
  async (id) => {
    expect((await showDeskProduct(db, id, reference)).missingFacts).toBe('');
  },
);

test('an order keeps what is in its goods, warnings and maker for its mails, and nothing of goods without warnings', async () => {
  const products = await readProducts(db, ['lavender-soap-bar', 'stoneware-mug']);
  const factsOf = (productId: string, choice = {}) => {
    const product = products.get(productId);
    return product && priceLine({ productId, quantity: 1, ...choice }, product, false).facts;
  };
  expect(factsOf('lavender-soap-bar')).toMatch(
    /^100 g\. Sodium olivate.*\. For the skin only\..*\. Made by Sample maker: .*@flone\.example\.com\. Batch: .*\.$/,
  );
  expect(factsOf('stoneware-mug', { color: 'Oat', size: '350 ml' })).toBe('');
});
