import { isDeepStrictEqual } from 'node:util';
import type { DeliverySettings } from '#contract/delivery-dates.ts';
import { lookStyles, papers, shadesOf } from '#contract/look.ts';
import type { Look, PublicShop, ShopData, ShopDetails } from '#contract/shop.ts';
import type { Vat } from '#contract/vat.ts';
import type { Database } from '#server/db/schema.ts';
import { isSampleSeller, sampleShop } from '#server/domain/shop/sample-shop.ts';
import { readPublished, readPublishedNumber } from '#server/domain/shop/shop-versions.ts';
import type { MailFrom } from '#server/mail/transport.ts';

/** A look other than that of the build. */
export type OwnLook = {
  /** The stylesheet, read after the build's. */
  readonly styles: string;
  readonly type: Look['type'];
  /** The ground of pages. */
  readonly paper: Readonly<Record<'light' | 'dark', string>>;
  readonly accent: string;
};

/** What shoppers see of the shop, at one version. */
export type Shop = {
  readonly number: number;
  /** Whether shoppers see it; before that only the staff do. */
  readonly isOpen: boolean;
  readonly details: ShopDetails;
  /** When parcels are posted, and how long the courier takes. */
  readonly delivery: DeliverySettings;
  /** The seller's name, postal address, company, email and telephone, one line each, for orders. */
  readonly trader: string;
  /** The seller's VAT registration, for invoices; undefined without one. */
  readonly vat: Vat | undefined;
  /** The sender of mail. */
  readonly mailFrom: MailFrom;
  /** Where the seller receives messages and warnings by mail. */
  readonly sellerEmail: string;
  readonly words: ShopData['words'];
  /** Undefined for the look of the build. */
  readonly look: OwnLook | undefined;
  readonly forBrowsers: PublicShop;
};

/** Addresses of mail that the machine's settings give (MAIL_FROM, MAIL_TO); what is missing is the seller's. */
export type MailAddresses = {
  readonly mailFrom: { readonly name: string | undefined; readonly address: string | undefined };
  readonly mailTo: string | undefined;
};

/** Returns the shop as it is published now; a version is parsed once. */
export type ReadShop = () => Promise<Shop>;

const writeTrader = ({ name, address, registered, email, phone }: ShopDetails): string =>
  [...new Set([name, ...address, registered, email, phone])].filter(Boolean).join('\n');

const toOwnLook = (look: Look): OwnLook | undefined => {
  if (isDeepStrictEqual(look, sampleShop.look)) return undefined;
  const { light, dark } = papers[look.paper];
  const paper = { light: light.paper, dark: dark.paper };
  return { styles: lookStyles(look), type: look.type, paper, accent: shadesOf(look).light.moss };
};

/** A version as the shop's programs use it. */
export const toShop = (number: number, { isOpen, details, days, look, words }: ShopData, { mailFrom, mailTo }: MailAddresses): Shop => {
  const { vat, ...publicDetails } = details;
  const sender = { name: mailFrom.name ?? details.name, address: mailFrom.address ?? details.email };
  return {
    number,
    isOpen,
    details,
    words,
    look: toOwnLook(look),
    delivery: days,
    trader: writeTrader(details),
    vat: vat ?? undefined,
    mailFrom: sender,
    sellerEmail: mailTo ?? sender.address,
    forBrowsers: { number, isOpen, details: publicDetails, days, isSample: isSampleSeller(details) },
  };
};

export const createShopReader = (db: Database, addresses: MailAddresses): ReadShop => {
  let latest: Shop | undefined;
  return async () => {
    // A published version never changes.
    if (latest === undefined || (await readPublishedNumber(db)) !== latest.number) {
      const { number, data } = await readPublished(db);
      latest = toShop(number, data, addresses);
    }
    return latest;
  };
};

/** The shop as it is published now, for one command. */
export const readShop = (db: Database, addresses: MailAddresses): Promise<Shop> => createShopReader(db, addresses)();
