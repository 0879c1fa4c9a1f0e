import { type Pence, pence, pounds } from '#contract/money.ts';
import { shownPrice } from '#contract/pricing.ts';
import type { Category, Product } from '#contract/product.ts';
import { jsonLdFields, productFields } from '#contract/product-fields.ts';
import { resolveVariant } from '#contract/resolve-variant.ts';
import type { PublicReview } from '#contract/review.ts';
import { refundDays } from '#contract/terms.ts';
import { type NetQuantity, perUnit, readNetQuantity } from '#contract/units.ts';
import { type Variant, variantOf } from '#contract/variant.ts';
import { chosenPictures, picturesOf, pictureUrl } from '#features/catalogue/product-picture.tsx';
import type { PostHead } from '#features/journal/post.ts';
import { deliverySettings } from '#shared/delivery-settings.ts';
import { paths } from '#shared/paths.ts';
import { shop } from '#shared/shop.ts';
import type { ToAbsoluteUrl } from './markup.ts';
import { handlingDays, type Offer, offerOf, variantName, variantsOf } from './offers.ts';

const currency = 'GBP';
/** Where the shop delivers, and whose law applies to returns. */
const country = 'GB';
const schema = (name: string): string => `https://schema.org/${name}`;

const seller = (toAbsoluteUrl: ToAbsoluteUrl) => ({ '@type': 'Organization', '@id': toAbsoluteUrl('/#shop'), name: shop.name });

/** A price as schema.org and Open Graph write it: `18.00`. */
const plainPrice = (amount: Pence): string => pounds(amount).toFixed(2);

const returns = (toAbsoluteUrl: ToAbsoluteUrl) => ({
  '@type': 'MerchantReturnPolicy',
  '@id': toAbsoluteUrl('/#returns'),
  applicableCountry: country,
  returnPolicyCategory: schema('MerchantReturnFiniteReturnWindow'),
  merchantReturnDays: refundDays.changedMind,
  merchantReturnLink: toAbsoluteUrl(paths.refund),
});

/** The home page: the shop and its search. */
export const shopData = (toAbsoluteUrl: ToAbsoluteUrl): object[] => [
  {
    ...seller(toAbsoluteUrl),
    url: toAbsoluteUrl('/'),
    logo: toAbsoluteUrl('/images/icon-512.png'),
    email: shop.email,
    telephone: shop.phones[0],
    address: shop.address.join(', '),
    sameAs: shop.social.map(({ url }) => url),
    hasMerchantReturnPolicy: returns(toAbsoluteUrl),
  },
  {
    '@type': 'WebSite',
    '@id': toAbsoluteUrl('/#site'),
    name: shop.name,
    url: toAbsoluteUrl('/'),
    inLanguage: 'en-GB',
    publisher: { '@id': toAbsoluteUrl('/#shop') },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${toAbsoluteUrl(paths.shop)}?q={words}` },
      'query-input': 'required name=words',
    },
  },
];

/** UN/CEFACT codes of the units of `units.ts`. */
const unitCodes = { g: 'GRM', kg: 'KGM', ml: 'MLT', l: 'LTR', cm: 'CMT', m: 'MTR' } as const;

const quantityOf = ({ number, unit }: NetQuantity) => ({ '@type': 'QuantitativeValue', value: number, unitCode: unitCodes[unit] });

const priceSpecification = (amount: Pence, more: object) => ({
  '@type': 'UnitPriceSpecification',
  price: plainPrice(amount),
  priceCurrency: currency,
  ...more,
});

/** The price before a reduction; for goods sold by weight, volume or length also the quantity that the price is for, and its reference quantity. */
const priceSpecifications = ({ price, before, netQuantity }: Offer) => {
  const quantity = readNetQuantity(netQuantity);
  return [
    ...(before > price ? [priceSpecification(before, { priceType: schema('StrikethroughPrice') })] : []),
    ...(quantity
      ? [
          priceSpecification(price, {
            referenceQuantity: { ...quantityOf(quantity), valueReference: quantityOf({ number: 1, unit: perUnit(quantity.unit) }) },
          }),
        ]
      : []),
  ];
};

const priceAndStock = (offer: Offer) => ({
  '@type': 'Offer',
  price: plainPrice(offer.price),
  priceCurrency: currency,
  ...(priceSpecifications(offer).length > 0 && { priceSpecification: priceSpecifications(offer) }),
  availability: schema(offer.isAvailable ? 'InStock' : 'OutOfStock'),
  itemCondition: schema('NewCondition'),
});

const shippingId = (product: Product, toAbsoluteUrl: ToAbsoluteUrl): string => `${toAbsoluteUrl(paths.product(product._id))}#delivery`;

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const dayRange = (minValue: number, maxValue: number) => ({ '@type': 'QuantitativeValue', minValue, maxValue, unitCode: 'DAY' });

/** In business days: `handlingTime` until the parcel is posted, `transitTime` from then until it arrives. */
const deliveryTime = (product: Product) => ({
  '@type': 'ShippingDeliveryTime',
  handlingTime: dayRange(handlingDays(product).min, handlingDays(product).max),
  transitTime: dayRange(deliverySettings.courierDays.min, deliverySettings.courierDays.max),
  businessDays: {
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: deliverySettings.workingDays.map((day) => schema(weekdays[day - 1] ?? '')),
  },
});

/** Who sells a product, and how it is delivered and returned: the same for each of its variants. */
const terms = (product: Product, toAbsoluteUrl: ToAbsoluteUrl) => ({
  seller: seller(toAbsoluteUrl),
  shippingDetails: {
    '@type': 'OfferShippingDetails',
    '@id': shippingId(product, toAbsoluteUrl),
    shippingRate: { '@type': 'MonetaryAmount', value: plainPrice(pence(product.deliveryCost)), currency },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: country },
    deliveryTime: deliveryTime(product),
  },
  hasMerchantReturnPolicy: returns(toAbsoluteUrl),
});

/** References to `terms`, which the first variant of a group spells out. */
const termsAgain = (product: Product, toAbsoluteUrl: ToAbsoluteUrl) => ({
  seller: { '@id': toAbsoluteUrl('/#shop') },
  shippingDetails: { '@id': shippingId(product, toAbsoluteUrl) },
  hasMerchantReturnPolicy: { '@id': toAbsoluteUrl('/#returns') },
});

/** A variant as a product of its own, with its URL, price and availability. */
const variantData = (product: Product, variant: Variant, isFirst: boolean, toAbsoluteUrl: ToAbsoluteUrl): object => {
  const url = toAbsoluteUrl(paths.product(product._id, variant));
  const { color, size } = variant;
  const [picture] = chosenPictures(product, variant);
  return {
    '@type': 'Product',
    '@id': `${url}#product`,
    name: variantName(product, variant),
    ...(picture && { image: toAbsoluteUrl(pictureUrl(picture.src)) }),
    ...(color !== undefined && { color }),
    ...(size !== undefined && { size }),
    offers: {
      url,
      ...priceAndStock(offerOf(product, variant)),
      ...(isFirst ? terms : termsAgain)(product, toAbsoluteUrl),
    },
  };
};

const variesBy = (variants: readonly Variant[]): string[] => [
  ...(variants.some(({ color }) => color !== undefined) ? [schema('color')] : []),
  ...(variants.some(({ size }) => size !== undefined) ? [schema('size')] : []),
];

/** Limits the size of the page of a product with very many variants. */
const maxVariants = 60;

const maxStars = 5;

const reviewData = ({ author, stars, text, at }: PublicReview): object => ({
  '@type': 'Review',
  author: { '@type': 'Person', name: author },
  datePublished: at,
  reviewRating: { '@type': 'Rating', ratingValue: stars, bestRating: maxStars },
  reviewBody: text,
});

const isOf = (chosen: Variant, variant: Variant): boolean =>
  (['variationId', 'color', 'size'] as const).every((name) => chosen[name] === undefined || chosen[name] === variant[name]);

type ProductFacts = {
  readonly chosen: Variant;
  readonly categories: readonly Category[];
  readonly reviews: readonly PublicReview[];
};

/**
 * A product with its offer, or a group of one product for each variant. `reviews` are those that its
 * page shows: search engines refuse others. What its URL chooses comes first.
 */
export const productData = (product: Product, { chosen, categories, reviews }: ProductFacts, toAbsoluteUrl: ToAbsoluteUrl): object => {
  const url = toAbsoluteUrl(paths.product(product._id));
  const pictures = picturesOf(product);
  const all = variantsOf(product);
  const { variant: offered } = resolveVariant(product, chosen);
  const variants = [...all.filter((each) => isOf(offered, each)), ...all.filter((each) => !isOf(offered, each))].slice(0, maxVariants);
  const varying = variesBy(variants);
  return {
    '@type': variants.length > 0 ? 'ProductGroup' : 'Product',
    '@id': `${url}#product`,
    name: product.name,
    url,
    ...(product.shortDescription !== '' && { description: product.shortDescription }),
    ...(pictures.length > 0 && { image: pictures.map(({ src }) => toAbsoluteUrl(pictureUrl(src))) }),
    ...Object.fromEntries(
      jsonLdFields.flatMap((name) => (product[name] === '' ? [] : [[productFields[name].jsonLd, product[name]] as const])),
    ),
    category: product.category.map((slug) => categories.find((category) => category.slug === slug)?.name ?? slug),
    ...(product.reviewCount > 0 && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: product.rating, reviewCount: product.reviewCount, bestRating: maxStars },
    }),
    ...(reviews.length > 0 && { review: reviews.map(reviewData) }),
    ...(variants.length > 0
      ? {
          productGroupID: product._id,
          ...(varying.length > 0 && { variesBy: varying }),
          hasVariant: variants.map((variant, index) => variantData(product, variant, index === 0, toAbsoluteUrl)),
        }
      : { offers: { url, ...priceAndStock(offerOf(product, {})), ...terms(product, toAbsoluteUrl) } }),
  };
};

/** The price of what is chosen of a product, or else its lowest one, and its availability, for link previews: as its page shows them. */
export const previewOffer = (product: Product, chosen: Variant) => {
  const { type, variant } = resolveVariant(product, chosen);
  const { variationId } = variantOf(shownPrice(product, type).product);
  return {
    price: plainPrice(offerOf(product, { variationId }).price),
    delivery: plainPrice(pence(product.deliveryCost)),
    currency,
    isAvailable: offerOf(product, variant).isAvailable,
  };
};

/** A post of the journal. The shop is its author: posts are not signed. */
export const postData = ({ slug, title, summary, date, picture, tags }: PostHead, toAbsoluteUrl: ToAbsoluteUrl): object => ({
  '@type': 'BlogPosting',
  '@id': `${toAbsoluteUrl(paths.post(slug))}#post`,
  headline: title,
  description: summary,
  url: toAbsoluteUrl(paths.post(slug)),
  mainEntityOfPage: toAbsoluteUrl(paths.post(slug)),
  image: [toAbsoluteUrl(pictureUrl(picture.src))],
  datePublished: date,
  inLanguage: 'en-GB',
  keywords: tags,
  author: { ...seller(toAbsoluteUrl), url: toAbsoluteUrl('/') },
  publisher: { ...seller(toAbsoluteUrl), url: toAbsoluteUrl('/'), logo: toAbsoluteUrl('/images/icon-512.png') },
});

export const breadcrumbData = (
  breadcrumbs: readonly { readonly name: string; readonly path: string }[],
  toAbsoluteUrl: ToAbsoluteUrl,
): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: breadcrumbs.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: toAbsoluteUrl(path),
  })),
});
