import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Currency } from '#contract/money.ts';

/** Three known currencies, all at rate 1. */
const currencies = {
  GBP: { currencySymbol: '£', currencyName: 'GBP', currencyRate: 1 },
  USD: { currencySymbol: '$', currencyName: 'USD', currencyRate: 1 },
  EUR: { currencySymbol: '€', currencyName: 'EUR', currencyRate: 1 },
} as const satisfies Record<string, Currency>;

export type CurrencyName = keyof typeof currencies;

/** Only GBP is listed. */
export const listedCurrencies: readonly CurrencyName[] = ['GBP'];

const initialState: Currency = currencies.GBP;

/** The currency slice: which symbol and rate prices are shown with. Only the name is believed of what a browser kept. */
export const currencySlice = createSlice({
  name: 'currency',
  initialState,
  reducers: {
    selected: (_, { payload }: PayloadAction<CurrencyName>) => currencies[payload],
  },
  selectors: { selectCurrency: (currency) => currency },
});

export const { selected } = currencySlice.actions;
export const { selectCurrency } = currencySlice.selectors;

/** A stored currency as it should be, or the default for anything else. */
export const restoreCurrency = (stored: unknown): Currency => {
  const name = typeof stored === 'object' && stored !== null && 'currencyName' in stored ? stored.currencyName : undefined;
  return Object.values(currencies).find((currency) => currency.currencyName === name) ?? initialState;
};
