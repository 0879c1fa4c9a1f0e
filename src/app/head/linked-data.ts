import { cheapest } from '#catalogue/cheapest.ts';
import { type Pence, pence, pounds } from '#contract/money.ts';
import { unitPrice } from '#contract/pricing.ts';
import type { Category, Product } from '#contract/product.ts';
import { jsonLdFields, productFields } from '#contract/product-fields.ts';
import { available } from '#contract/stock.ts';
import { refundDays } from '#contract/terms.ts';
import { picturesOf, pictureUrl } from '#features/catalogue/product-picture.tsx';
import type { PostHead } from '#features/journal/post.ts';
import { paths } from '#shared/paths.ts';
import { shop } from '#shared/shop.ts';
import type { ToAbsoluteUrl } from './absolute-url.ts';

const currency = 'GBP';
/** Of delivery, and of the law that applies to returns. */
const country = 'GB';
const schema = (name: string): string => `https://schema.org/${name}`;

const seller = (toAbsoluteUrl: ToAbsoluteUrl) => ({ '@type': 'Organization', '@id': toAbsoluteUrl('/#shop'), name: shop.name });

/** A price as schema.org and Open Graph write it: `18.00`. */
const plainPrice = (amount: Pence): string => pounds(amount).toFixed(2);

const returns = (toAbsoluteUrl: ToAbsoluteUrl) => ({
  '@type': 'MerchantReturnPolicy',
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

type Priced = Parameters<typeof unitPrice>[0];

/** The customer's price for one piece, and its availability. Crawlers never see resellers' prices. */
const offer = (product: Product, priced: Priced, isAvailable: boolean, toAbsoluteUrl: ToAbsoluteUrl) => {
  const { unit, before, saved } = unitPrice(priced, false);
  return {
    '@type': 'Offer',
    url: toAbsoluteUrl(paths.product(product._id)),
    price: plainPrice(unit),
    priceCurrency: currency,
    ...(saved > 0 && {
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        priceType: schema('StrikethroughPrice'),
        price: plainPrice(before),
        priceCurrency: currency,
      },
    }),
    availability: schema(isAvailable ? 'InStock' : 'OutOfStock'),
    itemCondition: schema('NewCondition'),
    seller: seller(toAbsoluteUrl),
    shippingDetails: {
      '@type': 'OfferShippingDetails',
      shippingRate: { '@type': 'MonetaryAmount', value: plainPrice(pence(product.deliveryCost)), currency },
      shippingDestination: { '@type': 'DefinedRegion', addressCountry: country },
    },
    hasMerchantReturnPolicy: returns(toAbsoluteUrl),
  };
};

/** One Offer, or an AggregateOffer with one for each priced variation. */
const offers = (product: Product, toAbsoluteUrl: ToAbsoluteUrl) => {
  const [first, ...others] = product.types.map((type) => ({
    ...offer(product, { ...product, selectedVariation: type }, available(product, { selectedVariation: type }) > 0, toAbsoluteUrl),
    name: type.name,
  }));
  if (!first) return offer(product, product, available(product) > 0, toAbsoluteUrl);
  if (others.length === 0) return first;
  const each = [first, ...others].toSorted((one, other) => Number(one.price) - Number(other.price));
  return {
    '@type': 'AggregateOffer',
    lowPrice: each[0]?.price,
    highPrice: each.at(-1)?.price,
    priceCurrency: currency,
    offerCount: each.length,
    availability: schema(available(product) > 0 ? 'InStock' : 'OutOfStock'),
    offers: each,
  };
};

/** A product with its offers. Colours and sizes share one address and price, so they are properties of one Product, not a ProductGroup. */
export const productData = (product: Product, categories: readonly Category[], toAbsoluteUrl: ToAbsoluteUrl): object => {
  const pictures = picturesOf(product);
  const colours = product.variation.map(({ color }) => color);
  const sizes = [...new Set(product.variation.flatMap(({ size }) => size.map(({ name }) => name)))];
  return {
    '@type': 'Product',
    '@id': `${toAbsoluteUrl(paths.product(product._id))}#product`,
    name: product.name,
    url: toAbsoluteUrl(paths.product(product._id)),
    ...(product.shortDescription !== '' && { description: product.shortDescription }),
    ...(pictures.length > 0 && { image: pictures.map(({ src }) => toAbsoluteUrl(pictureUrl(src))) }),
    ...Object.fromEntries(
      jsonLdFields.flatMap((name) => (product[name] === '' ? [] : [[productFields[name].jsonLd, product[name]] as const])),
    ),
    ...(colours.length > 0 && { color: colours }),
    ...(sizes.length > 0 && { size: sizes }),
    category: product.category.map((slug) => categories.find((category) => category.slug === slug)?.name ?? slug),
    ...(product.reviewCount > 0 && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: product.rating, reviewCount: product.reviewCount, bestRating: 5 },
    }),
    offers: offers(product, toAbsoluteUrl),
  };
};

/** The lowest price of a product and its availability, for link previews. */
export const previewOffer = (product: Product): { readonly price: string; readonly currency: string; readonly isAvailable: boolean } => ({
  price: plainPrice(unitPrice(cheapest(product).product, false).unit),
  currency,
  isAvailable: available(product) > 0,
});

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

/** The breadcrumbs of a page. */
export const crumbData = (crumbs: readonly { readonly name: string; readonly path: string }[], toAbsoluteUrl: ToAbsoluteUrl): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ name, path }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: toAbsoluteUrl(path) })),
});
