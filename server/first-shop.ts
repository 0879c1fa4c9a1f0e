import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { type DeliveryTexts, deliveryReaders } from '#contract/delivery-dates.ts';
import { type ShopData, type ShopDetails, shopData, shopDetails } from '#contract/shop.ts';
import { maxDeliveryDays } from '#contract/terms.ts';
import { madeUpDetailsIn, sampleShop } from '#server/domain/shop/sample-shop.ts';

/** Settings by name, as an environment has them. */
type Variables = Readonly<Record<string, string | undefined>>;

const lines = (text: string): string[] =>
  text
    .split(',')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const deliveryText = (name: keyof DeliveryTexts, rule: string) =>
  z
    .string()
    .refine((text) => deliveryReaders[name](text) !== undefined, rule)
    .optional();

/** A text that must be like the field of the details with this name. */
const detail = <Name extends keyof ShopDetails>(name: Name, rule: string, read: (text: string) => unknown = (text) => text.trim()) =>
  z
    .string()
    .refine((text) => shopDetails.shape[name].safeParse(read(text)).success, rule)
    .optional();

const url = z
  .string()
  .refine(
    (text) => shopDetails.shape.social.shape.facebook.safeParse(text.trim()).success,
    'must be a URL that starts with https://, or empty',
  )
  .optional();

const phoneRule = 'must be a telephone number, or empty';

/** What the first start of a server writes into the database, with their rules: after it the desk rules, and they are not read any more. */
export const firstValues = {
  VITE_SHOP_NAME: detail('name', 'must be a name of at most 60 characters'),
  VITE_SHOP_PHONE: detail('phone', phoneRule),
  VITE_SHOP_PHONE_SECOND: detail('tradePhone', phoneRule),
  VITE_SHOP_EMAIL: detail('email', 'must be an email address'),
  VITE_SHOP_ADDRESS: detail('address', 'must be a postal address, with a comma after each of at most ten lines', lines),
  VITE_SHOP_REGISTERED: detail('registered', 'must be one line of at most 300 characters'),
  VITE_SHOP_HOURS: detail('hours', 'must be opening hours, with a comma after each of at most ten lines', lines),
  VITE_SHOP_FACEBOOK: url,
  VITE_SHOP_TIKTOK: url,
  VITE_SHOP_INSTAGRAM: url,
  VAT_NUMBER: z
    .string()
    .regex(/^[A-Z]{2} ?\d[\d ]{7,13}\d$/, 'must be a VAT registration number such as GB 123 4567 89')
    .optional(),
  VAT_RATE: z
    .string()
    .refine((text) => /^\d{1,2}(\.\d{1,2})?$/.test(text), 'must be a rate in per cent such as 20')
    .optional(),
  VITE_WORKING_DAYS: deliveryText('workingDays', 'must be weekdays such as Mon,Tue,Wed,Thu,Fri'),
  VITE_CUT_OFF: deliveryText('cutOff', 'must be a time such as 14:00'),
  VITE_DISPATCH_DAYS: deliveryText('dispatchDays', `must be a number of working days from 0 to ${maxDeliveryDays.dispatch}`),
  VITE_COURIER_DAYS: deliveryText('courierDays', 'must be working days such as 2-3'),
  VITE_CLOSED_DAYS: deliveryText('closedDays', 'must be days such as 2026-12-24,2026-12-29..2026-12-31'),
  VITE_COPYRIGHT_YEAR: detail('copyrightYear', 'must be a year such as 2025'),
  VITE_CHAT_PHONE: detail('phone', phoneRule),
  VITE_CHAT_NAME: z.string().max(60, 'must be a name of at most 60 characters').optional(),
  VITE_CHAT_URL: url,
  VITE_CHAT_SOUND: z.enum(['true', 'false', ''], 'must be one of true, false').optional(),
} as const;

type FirstValues = Partial<Record<keyof typeof firstValues, string | undefined>>;

const readVat = ({ VAT_NUMBER: number, VAT_RATE: rate }: FirstValues, { vat }: ShopDetails): ShopDetails['vat'] => {
  if (number === undefined) return rate === undefined || vat === null ? vat : { ...vat, rate: Number(rate) };
  return { number, rate: Number(rate ?? vat?.rate ?? 20) };
};

/** The shop with these values in place of its own. They keep the rules of `firstValues`. */
const withValues = ({ details, days, ...rest }: ShopData, values: FirstValues): ShopData => {
  const text = (name: keyof FirstValues, otherwise: string): string => values[name]?.trim() ?? otherwise;
  const day = <Name extends keyof DeliveryTexts, Value>(name: Name, given: string | undefined, otherwise: Value): Value =>
    given === undefined ? otherwise : ((deliveryReaders[name](given) as Value | undefined) ?? otherwise);
  const closed = values.VITE_CLOSED_DAYS === undefined ? undefined : deliveryReaders.closedDays(values.VITE_CLOSED_DAYS);
  return shopData.parse({
    ...rest,
    details: {
      ...details,
      name: text('VITE_SHOP_NAME', details.name),
      phone: text('VITE_SHOP_PHONE', details.phone),
      tradePhone: text('VITE_SHOP_PHONE_SECOND', details.tradePhone),
      email: text('VITE_SHOP_EMAIL', details.email),
      address: values.VITE_SHOP_ADDRESS === undefined ? details.address : lines(values.VITE_SHOP_ADDRESS),
      hours: values.VITE_SHOP_HOURS === undefined ? details.hours : lines(values.VITE_SHOP_HOURS),
      registered: text('VITE_SHOP_REGISTERED', details.registered),
      vat: readVat(values, details),
      social: {
        facebook: text('VITE_SHOP_FACEBOOK', details.social.facebook),
        tiktok: text('VITE_SHOP_TIKTOK', details.social.tiktok),
        instagram: text('VITE_SHOP_INSTAGRAM', details.social.instagram),
      },
      chat: {
        phone: text('VITE_CHAT_PHONE', details.chat.phone),
        name: text('VITE_CHAT_NAME', details.chat.name),
        url: text('VITE_CHAT_URL', details.chat.url),
        hasSound: values.VITE_CHAT_SOUND === undefined ? details.chat.hasSound : values.VITE_CHAT_SOUND === 'true',
      },
      copyrightYear: text('VITE_COPYRIGHT_YEAR', details.copyrightYear),
    },
    days: {
      workingDays: day('workingDays', values.VITE_WORKING_DAYS, days.workingDays),
      cutOff: day('cutOff', values.VITE_CUT_OFF, days.cutOff),
      dispatchDays: day('dispatchDays', values.VITE_DISPATCH_DAYS, days.dispatchDays),
      courierDays: day('courierDays', values.VITE_COURIER_DAYS, days.courierDays),
      closed: closed?.map((range) => ({ ...range, reason: '' })) ?? days.closed,
    },
  });
};

/** The first version of a shop: the sample's, with the values that are given. A public shop opens only with its own seller's details. */
export const firstShop = (values: FirstValues, isPublic: boolean): ShopData => {
  const shop = withValues(sampleShop, values);
  return { ...shop, isOpen: !isPublic || madeUpDetailsIn(shop.details).length === 0 };
};

const names = Object.keys(firstValues) as (keyof FirstValues)[];

/** The first values that are given and that differ from the shop, which has been changed at the desk since. */
export const namesOfOtherValues = (shop: ShopData, values: Variables): string[] =>
  names.filter((name) => {
    const value = values[name];
    return value !== undefined && !isDeepStrictEqual(withValues(shop, { [name]: value }), shop);
  });
