import * as z from 'zod';
import { orderSteps } from '#contract/order.ts';

const row = z.tuple([z.string(), z.string()]).readonly();

/** A name and its value, which may lead to a link. */
const fact = z.tuple([z.string(), z.string(), z.string().nullish()]).readonly();

/** An item whose picture an email shows; without a colour, or with an unknown one, the product's first picture. */
const picturedProduct = z.strictObject({ productId: z.string(), color: z.nullable(z.string()) });

/** `name` leads to `link`, if there is one; `details` and `price` may be empty. */
const goodsRow = z.strictObject({
  ...picturedProduct.shape,
  name: z.string(),
  details: z.string(),
  price: z.string(),
  link: z.optional(z.string()),
});

/** Strict: each kind of part is told by its fields. */
const emailPart = z.union([
  /** A paragraph. */
  z.string(),
  /** The heading of the whole email, where the subject is too long for one. */
  z.strictObject({ title: z.string() }),
  z.strictObject({ heading: z.string() }),
  /** The one thing to do; an email has one button at most. */
  z.strictObject({ button: z.string(), label: z.string() }),
  z.strictObject({ link: z.string(), label: z.string() }),
  /** A code to type or copy, and what it is. */
  z.strictObject({ code: z.string(), label: z.optional(z.string()) }),
  z.strictObject({ rows: z.array(fact).readonly() }),
  /** The order's step of the four. */
  z.strictObject({ step: z.enum(orderSteps) }),
  z.strictObject({ goods: z.array(goodsRow).readonly() }),
  /** Amounts, and what they add up to. */
  z.strictObject({ sums: z.array(row).readonly(), total: row }),
  z.strictObject({ picture: picturedProduct, alt: z.string() }),
  /** Who writes, at the end: name and postal address, one line each, and the shop's URL. */
  z.strictObject({ seller: z.string(), label: z.string(), shopUrl: z.string() }),
]);

export type PicturedProduct = z.output<typeof picturedProduct>;
export type Fact = z.output<typeof fact>;
export type GoodsRow = z.output<typeof goodsRow>;
export type EmailPart = z.output<typeof emailPart>;

/** Column `parts` of the outbox. */
export const storedParts = z.array(emailPart).readonly();

/** An email as templates write it. */
export type Email = { readonly subject: string; readonly parts: readonly EmailPart[] };

/** In one line, against header injection. */
export const subjectLine = (subject: string): string => subject.replaceAll(/\s+/g, ' ').trim();

const linkText = (label: string, url: string): string => `${label}:\n${url}`;

const factText = ([name, value, link]: Fact): string => `${name}: ${value.replaceAll('\n', '\n  ')}${link ? `\n  ${link}` : ''}`;

const goodsText = ({ name, details, price, link }: GoodsRow): string => {
  const words = [[name, details].filter(Boolean).join(', '), price].filter(Boolean).join(': ');
  return link === undefined ? words : linkText(words, link);
};

const stepLabels = { confirmed: 'Order confirmed', processing: 'Processing', Dispatch: 'Dispatch', Delivered: 'Delivered' } as const;

/** The four steps with their names on the page of an order, and whether the order has reached each. */
export const stepsAt = (step: (typeof orderSteps)[number]) =>
  orderSteps.map((each, index) => ({ label: stepLabels[each], isReached: index <= orderSteps.indexOf(step) }));

const partText = (part: EmailPart): string => {
  if (typeof part === 'string') return part;
  if ('seller' in part) return [part.label.toUpperCase(), part.seller, part.shopUrl].filter(Boolean).join('\n\n');
  if ('title' in part) return part.title.toUpperCase();
  if ('heading' in part) return part.heading.toUpperCase();
  if ('button' in part) return linkText(part.label, part.button);
  if ('link' in part) return linkText(part.label, part.link);
  if ('code' in part) return `${part.label === undefined ? '' : `${part.label}:\n\n`}    ${part.code}`;
  if ('rows' in part) return part.rows.map(factText).join('\n');
  if ('step' in part)
    return stepsAt(part.step)
      .map(({ label, isReached }) => `[${isReached ? 'x' : ' '}] ${label}`)
      .join('\n');
  if ('goods' in part) return part.goods.map(goodsText).join('\n');
  if ('sums' in part) return [...part.sums, part.total].map((sum) => factText(sum)).join('\n');
  return '';
};

/** The plain text form: all that the HTML form says, and every link. */
export const emailText = ({ parts }: Email): string => `${parts.map(partText).filter(Boolean).join('\n\n')}\n`;
