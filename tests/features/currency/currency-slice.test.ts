import { combineSlices, configureStore } from '@reduxjs/toolkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currencySlice, listedCurrencies, restoreCurrency, selectCurrency, selected } from '#features/currency/currency-slice.ts';

const pound = { currencySymbol: '£', currencyName: 'GBP', currencyRate: 1 };

test('a shopper starts with pounds', { tags: ['currency.default', 'currency.state'] }, () => {
  expect(selectCurrency({ currency: currencySlice.getInitialState() })).toEqual(pound);
});

const currencies = [
  ['USD', '$', 'currency.usd'],
  ['EUR', '€', 'currency.eur'],
  ['GBP', '£', 'currency.gbp'],
] as const;
for (const [currencyName, currencySymbol, clause] of currencies)
  test(`choosing ${currencyName} shows ${currencySymbol} at rate 1`, { tags: ['currency.state', clause] }, () => {
    const store = configureStore({ reducer: combineSlices(currencySlice) });
    store.dispatch(selected(currencyName));
    expect(selectCurrency(store.getState())).toEqual({ currencySymbol, currencyName, currencyRate: 1 });
  });

test('the currency selector offers GBP only', { tags: 'visitor.pounds-only' }, () => {
  expect(listedCurrencies).toEqual(['GBP']);
});

test('a stored currency is restored by its name only', () => {
  expect(restoreCurrency({ currencyName: 'EUR', currencySymbol: '<b>', currencyRate: 0.01 })).toEqual({
    currencySymbol: '€',
    currencyName: 'EUR',
    currencyRate: 1,
  });
});

test.each([undefined, null, 'EUR', 7, [], {}, { currencyName: 'XXX' }, { currencyName: 'constructor' }, { currencyName: null }])(
  '%j is an invalid stored currency and restored as pounds',
  (stored) => {
    expect(restoreCurrency(stored)).toEqual(pound);
  },
);

test('property: whatever was stored, the rate is 1', () => {
  fc.assert(
    fc.property(fc.anything(), (stored) => {
      expect(restoreCurrency(stored).currencyRate).toBe(1);
    }),
  );
});
