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
import { paths } from '#shared/paths.ts';
import type { Site } from './markup.ts';
import { handlingDays, type Offer, offerOf, variantName, variantsOf } from './offers.ts';

const currency = 'GBP';
/** Where the shop delivers, and whose law applies to returns. */
const country = 'GB';
const schema = (name: string): string => `https://schema.org/${name}`;

const seller = (site: Site) => ({ '@type': 'Organization', '@id': site.toAbsoluteUrl('/#shop'), name: site.shop.name });

/** A price as schema.org and Open Graph write it: `18.00`. */
const plainPrice = (amount: Pence): string => pounds(amount).toFixed(2);

const returns = (site: Site) => ({
  '@type': 'MerchantReturnPolicy',
  '@id': site.toAbsoluteUrl('/#returns'),
  applicableCountry: country,
  returnPolicyCategory: schema('MerchantReturnFiniteReturnWindow'),
  merchantReturnDays: refundDays.changedMind,
  merchantReturnLink: site.toAbsoluteUrl(paths.refund),
});

/** The home page: the shop and its search. */
export const shopData = (site: Site): object[] => [
  {
    ...seller(site),
    url: site.toAbsoluteUrl('/'),
    logo: site.toAbsoluteUrl('/images/icon-512.png'),
    email: site.shop.email,
    telephone: site.shop.phones[0],
    address: site.shop.address.join(', '),
    sameAs: site.shop.social.map(({ url }) => url),
    hasMerchantReturnPolicy: returns(site),
  },
  {
    '@type': 'WebSite',
    '@id': site.toAbsoluteUrl('/#site'),
    name: site.shop.name,
    url: site.toAbsoluteUrl('/'),
    inLanguage: 'en-GB',
    publisher: { '@id': site.toAbsoluteUrl('/#shop') },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${site.toAbsoluteUrl(paths.shop)}?q={words}` },
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

const shippingId = (product: Product, site: Site): string => `${site.toAbsoluteUrl(paths.product(product._id))}#delivery`;

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const dayRange = (minValue: number, maxValue: number) => ({ '@type': 'QuantitativeValue', minValue, maxValue, unitCode: 'DAY' });

/** In business days: `handlingTime` until the parcel is posted, `transitTime` from then until it arrives. */
const deliveryTime = (product: Product, site: Site) => ({
  '@type': 'ShippingDeliveryTime',
  handlingTime: dayRange(handlingDays(product, site).min, handlingDays(product, site).max),
  transitTime: dayRange(site.shop.delivery.courierDays.min, site.shop.delivery.courierDays.max),
  businessDays: {
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: site.shop.delivery.workingDays.map((day) => schema(weekdays[day - 1] ?? '')),
  },
});

/** Who sells a product, and how it is delivered and returned: the same for each of its variants. */
const terms = (product: Product, site: Site) => ({
  seller: seller(site),
  shippingDetails: {
    '@type': 'OfferShippingDetails',
    '@id': shippingId(product, site),
    shippingRate: { '@type': 'MonetaryAmount', value: plainPrice(pence(product.deliveryCost)), currency },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: country },
    deliveryTime: deliveryTime(product, site),
  },
  hasMerchantReturnPolicy: returns(site),
});

/** References to `terms`, which the first variant of a group spells out. */
const termsAgain = (product: Product, site: Site) => ({
  seller: { '@id': site.toAbsoluteUrl('/#shop') },
  shippingDetails: { '@id': shippingId(product, site) },
  hasMerchantReturnPolicy: { '@id': site.toAbsoluteUrl('/#returns') },
});

/** A variant as a product of its own, with its URL, price and availability. */
const variantData = (product: Product, variant: Variant, isFirst: boolean, site: Site): object => {
  const url = site.toAbsoluteUrl(paths.product(product._id, variant));
  const { color, size } = variant;
  const [picture] = chosenPictures(product, variant);
  return {
    '@type': 'Product',
    '@id': `${url}#product`,
    name: variantName(product, variant),
    ...(picture && { image: site.toAbsoluteUrl(pictureUrl(picture.src)) }),
    ...(color !== undefined && { color }),
    ...(size !== undefined && { size }),
    offers: {
      url,
      ...priceAndStock(offerOf(product, variant)),
      ...(isFirst ? terms : termsAgain)(product, site),
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
export const productData = (product: Product, { chosen, categories, reviews }: ProductFacts, site: Site): object => {
  const url = site.toAbsoluteUrl(paths.product(product._id));
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
    ...(pictures.length > 0 && { image: pictures.map(({ src }) => site.toAbsoluteUrl(pictureUrl(src))) }),
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
          hasVariant: variants.map((variant, index) => variantData(product, variant, index === 0, site)),
        }
      : { offers: { url, ...priceAndStock(offerOf(product, {})), ...terms(product, site) } }),
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
export const postData = ({ slug, title, summary, date, picture, tags }: PostHead, site: Site): object => ({
  '@type': 'BlogPosting',
  '@id': `${site.toAbsoluteUrl(paths.post(slug))}#post`,
  headline: title,
  description: summary,
  url: site.toAbsoluteUrl(paths.post(slug)),
  mainEntityOfPage: site.toAbsoluteUrl(paths.post(slug)),
  image: [site.toAbsoluteUrl(pictureUrl(picture.src))],
  datePublished: date,
  inLanguage: 'en-GB',
  keywords: tags,
  author: { ...seller(site), url: site.toAbsoluteUrl('/') },
  publisher: { ...seller(site), url: site.toAbsoluteUrl('/'), logo: site.toAbsoluteUrl('/images/icon-512.png') },
});

export const breadcrumbData = (breadcrumbs: readonly { readonly name: string; readonly path: string }[], site: Site): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: breadcrumbs.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: site.toAbsoluteUrl(path),
  })),
});
