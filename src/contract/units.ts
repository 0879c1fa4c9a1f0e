import { type Pence, roundPence } from './money.ts';

/** The units of a net quantity, each as a part of the unit that prices are compared by (Price Marking Order 2004). */
const units = {
  g: { per: 'kg', part: 1000 },
  kg: { per: 'kg', part: 1 },
  ml: { per: 'l', part: 1000 },
  l: { per: 'l', part: 1 },
  cm: { per: 'm', part: 100 },
  m: { per: 'm', part: 1 },
} as const;

type Unit = keyof typeof units;

/** How much of something is sold. */
export type NetQuantity = { readonly number: number; readonly unit: Unit };

/** The unit that prices of something in this unit are compared by. */
export const perUnit = (unit: Unit): (typeof units)[Unit]['per'] => units[unit].per;

/** A price of one kilogram, litre or metre. */
export type PricePerUnit = { readonly amount: Pence; readonly unit: (typeof units)[Unit]['per'] };

/** "100 g", "1.5 l", "20 m": a number with at most three decimals and a unit. */
const netQuantity = /^(\d{1,6}(?:\.\d{1,3})?) (k?g|m?l|c?m)$/;

/** Whether a text is a net quantity, or empty for goods that are not sold by one. */
export const isNetQuantity = (text: string): boolean => text === '' || readNetQuantity(text) !== undefined;

/** Parses a net quantity; undefined for goods that are not sold by weight, volume or length. */
export const readNetQuantity = (text: string): NetQuantity | undefined => {
  const [, number = '0', unit = 'g'] = netQuantity.exec(text) ?? [];
  return Number(number) > 0 ? { number: Number(number), unit: unit as Unit } : undefined;
};

/** What a kilogram, litre or metre costs at this price; undefined without a net quantity. */
export const pricePerUnit = (price: Pence, text: string): PricePerUnit | undefined => {
  const quantity = readNetQuantity(text);
  if (!quantity) return undefined;
  const { per, part } = units[quantity.unit];
  return { amount: roundPence((price * part) / quantity.number), unit: per };
};
