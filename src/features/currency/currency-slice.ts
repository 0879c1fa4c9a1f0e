import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Currency } from '#contract/money.ts';

/** All at rate 1: prices are not converted. */
const currencies = {
  GBP: { currencySymbol: '£', currencyName: 'GBP', currencyRate: 1 },
  USD: { currencySymbol: '$', currencyName: 'USD', currencyRate: 1 },
  EUR: { currencySymbol: '€', currencyName: 'EUR', currencyRate: 1 },
} as const satisfies Record<string, Currency>;

export type CurrencyName = keyof typeof currencies;

export const listedCurrencies: readonly CurrencyName[] = ['GBP'];

const initialState: Currency = currencies.GBP;

/** The currency slice: the symbol and rate of displayed prices. */
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

/** Looks a stored currency up by its name, so that its symbol and rate are current; the default for an unknown one. */
export const restoreCurrency = (stored: unknown): Currency => {
  const name = typeof stored === 'object' && stored !== null && 'currencyName' in stored ? stored.currencyName : undefined;
  return Object.values(currencies).find((currency) => currency.currencyName === name) ?? initialState;
};
