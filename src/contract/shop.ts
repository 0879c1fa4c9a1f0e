import './zod-config.ts';
import * as z from 'zod/mini';
import { isDay } from './delivery-dates.ts';
import { maxDeliveryDays } from './terms.ts';
import { emailAddress, textBlock, textLine } from './text-line.ts';

/** The longest texts, in characters, and lists, in entries. */
export const shopLimits = {
  name: 60,
  phone: 30,
  line: 100,
  lines: 10,
  registered: 300,
  url: 300,
  closed: 60,
  reason: 100,
  text: 5000,
} as const;

const lines = z.array(textLine(shopLimits.line, 1)).check(z.maxLength(shopLimits.lines));

/** A telephone number as it is shown; '' for none. */
const phone = textLine(shopLimits.phone).check(z.regex(/^(?:|\+?[\d ()/.-]*\d[\d ()/.-]*)$/));

/** '' for none. */
const link = textLine(shopLimits.url).check(z.refine((text) => text === '' || (URL.canParse(text) && new URL(text).protocol === 'https:')));

const social = z.object({ facebook: link, tiktok: link, instagram: link });

/** The chat is offered where it has a `phone`; it opens `url` with the message. `name` '' is the shop's. */
const chat = z.object({ phone, name: textLine(shopLimits.name), url: link, hasSound: z.boolean() });

/** A seller's VAT registration; the rate in per cent, with at most two decimals. */
const vat = z.object({
  number: z.string().check(z.regex(/^[A-Z]{2} ?\d[\d ]{7,13}\d$/)),
  rate: z.number().check(
    z.gte(0),
    z.lte(99.99),
    z.refine((rate) => Math.round(rate * 100) / 100 === rate),
  ),
});

/** Who the seller is. What is empty is not shown. */
export const shopDetails = z.object({
  name: textLine(shopLimits.name, 1),
  /** For orders and help. */
  phone,
  /** For trade. */
  tradePhone: phone,
  email: emailAddress,
  /** The postal address, line by line. */
  address: lines.check(z.minLength(1)),
  /** Opening hours of the telephone, line by line. */
  hours: lines,
  /** Company name, number, place of registration, as UK law requires; '' for a sole trader without them. */
  registered: textLine(shopLimits.registered),
  vat: z.nullable(vat),
  social,
  chat,
  /** The year of "Copyright 2025". */
  copyrightYear: z.string().check(z.regex(/^\d{4}$/)),
});

const day = z.string().check(z.refine(isDay));

const maxClosedDays = 366;
const dayMs = 24 * 60 * 60_000;

/** Days on which nothing is packed, both included, and why, for shoppers; '' for no reason. */
const closedDays = z.object({ from: day, to: day, reason: textLine(shopLimits.reason) }).check(
  z.refine(({ from, to }) => from <= to),
  z.refine(({ from, to }) => Date.parse(to) - Date.parse(from) < maxClosedDays * dayMs),
);

const workingDays = (max: number) => z.int().check(z.gte(0), z.lte(max));
const weekday = z.int().check(z.gte(1), z.lte(7));

/** When parcels are posted, and how long the courier takes: `DeliverySettings`, with reasons of closed days. */
export const postingDays = z.object({
  workingDays: z.array(weekday).check(
    z.minLength(1),
    z.refine((days) => new Set(days).size === days.length),
  ),
  cutOff: z.int().check(z.gte(0), z.lt(24 * 60)),
  dispatchDays: workingDays(maxDeliveryDays.dispatch),
  courierDays: z
    .object({ min: workingDays(maxDeliveryDays.courier), max: workingDays(maxDeliveryDays.courier) })
    .check(z.refine(({ min, max }) => min <= max)),
  closed: z.array(closedDays).check(z.maxLength(shopLimits.closed)),
});

/**
 * The seller's texts in place of those of the build, by namespace and dotted key, "footer.copyright". One whose original a later build does not have any
 * more stays.
 */
const words = z.record(
  z.string().check(z.regex(/^[a-z][a-z-]{0,39}$/)),
  z.record(z.string().check(z.regex(/^[\w.-]{1,100}$/)), textBlock(1, shopLimits.text)),
);

/** Which colours, typefaces and corners the shop has; `src/contract/look.ts` makes a stylesheet of it. */
export const look = z.object({
  /** The colour of buttons and links, "#rrggbb". */
  accent: z.string().check(z.trim(), z.toLowerCase(), z.regex(/^#[\da-f]{6}$/)),
  paper: z.enum(['linen', 'chalk', 'mist']),
  /** Headings in Fraunces and text in Figtree, all in Figtree, or what each reader's device has. */
  type: z.enum(['fraunces', 'figtree', 'device']),
  corners: z.enum(['round', 'square']),
});

export type Look = z.output<typeof look>;

/** The details without which a public shop cannot open: those of the sample are nobody's. */
export const madeUpDetail = z.enum(['phone', 'email', 'address']);

export type MadeUpDetail = z.output<typeof madeUpDetail>;

/** One version of what differs from shop to shop. */
export const shopData = z.object({
  /** Whether shoppers see it; before that only the staff do. */
  isOpen: z.boolean(),
  details: shopDetails,
  days: postingDays,
  look,
  words,
});

export type ShopData = z.output<typeof shopData>;
export type ShopDetails = ShopData['details'];

/** The parts of a version, each of which the seller changes by itself. */
export const shopParts = ['isOpen', 'details', 'days', 'look', 'words'] as const satisfies readonly (keyof ShopData)[];

/** GET /shop.json, and a part of every document: what the storefront shows of the published version. */
export const publicShop = z.object({
  /** The version. */
  number: z.number(),
  /** Nobody has made the shop their own: its email address and postal address are the sample's. */
  isSample: z.boolean(),
  isOpen: z.boolean(),
  details: z.omit(shopDetails, { vat: true }),
  days: postingDays,
  /** The stylesheet of a look other than the build's, in /shop.json only: documents have it in their head. */
  styles: z.optional(z.string()),
});

export type PublicShop = z.output<typeof publicShop>;
