import type { Look, ShopDetails } from '#contract/shop.ts';
import { type MailAddresses, type ReadShop, type Shop, toShop } from '#server/domain/shop/read-shop.ts';
import { sampleShop } from '#server/domain/shop/sample-shop.ts';
import { shopOf } from '#shared/shop.tsx';

/** Mail comes from the seller and goes to the seller. */
export const noAddresses: MailAddresses = { mailFrom: { name: undefined, address: undefined }, mailTo: undefined };

/** The sample shop, with some of its details replaced. */
export const sampleWith = (details: Partial<ShopDetails> = {}): Shop =>
  toShop(1, { ...sampleShop, details: { ...sampleShop.details, ...details } }, noAddresses);

/** As documents carry it. */
export const publicSample = sampleWith().forBrowsers;

/** As screens show it. */
export const screenSample = shopOf(publicSample);

/** A reader of the sample shop with some of its details, and of what is derived from them, replaced. */
export const readsShop =
  (details: Partial<ShopDetails> = {}, derived: Partial<Shop> = {}): ReadShop =>
  async () => ({ ...sampleWith(details), ...derived });

/** A reader of the sample shop with another look. */
export const readsLook =
  (look: Partial<Look>): ReadShop =>
  async () =>
    toShop(2, { ...sampleShop, look: { ...sampleShop.look, ...look } }, noAddresses);
