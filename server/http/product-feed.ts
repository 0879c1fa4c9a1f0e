import { cutText } from '#contract/cut-text.ts';
import type { OfferedVariant } from '#contract/hydration-data.ts';
import { type Pence, pounds } from '#contract/money.ts';
import { pricePerUnit } from '#contract/units.ts';
import { contentHash } from '#server/http/encoded-body.ts';

/** The longest id, title and description that the format allows, in characters. */
const maxLengths = { id: 50, title: 150, description: 5000 } as const;
const hashLength = 16;

const amount = (price: Pence): string => `${pounds(price).toFixed(2)} GBP`;

/** Ids stay the same while a product has this variant: shopping sites know its history by them. */
const groupId = (id: string): string =>
  id.length <= maxLengths.id ? id : `${id.slice(0, maxLengths.id - hashLength - 1)}-${contentHash(id)}`;

const variantId = ({ productId, isOfGroup, variant: { variationId, color, size } }: OfferedVariant): string =>
  isOfGroup
    ? `${productId.slice(0, maxLengths.id - hashLength - 1)}-${contentHash(JSON.stringify([productId, variationId ?? '', color ?? '', size ?? '']))}`
    : groupId(productId);

/** One column per attribute of Google's product data specification (support.google.com/merchants/answer/7052112). */
const columns: Readonly<Record<string, (offer: OfferedVariant) => string>> = {
  id: variantId,
  item_group_id: ({ productId, isOfGroup }) => (isOfGroup ? groupId(productId) : ''),
  title: ({ name }) => cutText(name, maxLengths.title),
  description: ({ description }) => cutText(description, maxLengths.description),
  link: ({ url }) => url,
  image_link: ({ picture = '' }) => picture,
  price: ({ before }) => amount(before),
  sale_price: ({ price, before }) => (price < before ? amount(price) : ''),
  unit_pricing_measure: ({ netQuantity }) => netQuantity,
  unit_pricing_base_measure: ({ price, netQuantity }) => {
    const perUnit = pricePerUnit(price, netQuantity);
    return perUnit ? `1 ${perUnit.unit}` : '';
  },
  availability: ({ isAvailable }) => (isAvailable ? 'in_stock' : 'out_of_stock'),
  shipping: ({ delivery }) => `GB:::${amount(delivery)}`,
  min_handling_time: ({ handlingDays }) => String(handlingDays.min),
  max_handling_time: ({ handlingDays }) => String(handlingDays.max),
  identifier_exists: () => 'no',
  condition: () => 'new',
  color: ({ variant: { color = '' } }) => color,
  size: ({ variant: { size = '' } }) => size,
};

/** A value on one line; one with quotation marks is quoted. */
const field = (text: string): string => {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.includes('"') ? `"${line.replaceAll('"', '""')}"` : line;
};

/** The feed of products as tab-separated values, one row per variant. */
export const writeProductFeed = (offers: readonly OfferedVariant[]): string =>
  [Object.keys(columns), ...offers.map((offer) => Object.values(columns).map((write) => field(write(offer))))]
    .map((row) => `${row.join('\t')}\n`)
    .join('');
