import type { OfferedVariant } from '#contract/hydration-data.ts';
import { type Pence, pence } from '#contract/money.ts';
import { unitPrice } from '#contract/pricing.ts';
import type { Product } from '#contract/product.ts';
import { safetyFacts } from '#contract/product-fields.ts';
import { availableQuantity } from '#contract/stock.ts';
import { type Variant, withVariant } from '#contract/variant.ts';
import { chosenPictures, pictureUrl } from '#features/catalogue/product-picture.tsx';
import { paths } from '#shared/paths.ts';
import type { Site } from './markup.ts';

/** What a customer pays for one unit, what it was reduced from, what is in it, and whether it is in stock. */
export type Offer = { readonly price: Pence; readonly before: Pence; readonly netQuantity: string; readonly isAvailable: boolean };

const netQuantityOf = (product: Product, variant: Variant): string =>
  withVariant(product, variant).selectedVariation?.netQuantity || product.netQuantity;

/** The offer of a variant of a product. Never a reseller's price: it is for everybody who finds the shop elsewhere. */
export const offerOf = (product: Product, variant: Variant): Offer => {
  const { unit, before } = unitPrice(withVariant(product, variant), false);
  return { price: unit, before, netQuantity: netQuantityOf(product, variant), isAvailable: availableQuantity(product, variant) > 0 };
};

/** Every variant that a shopper can choose: each colour, with each of its sizes, with each priced variation. None without a choice. */
export const variantsOf = ({ variation, types }: Product): Variant[] => {
  const colours = variation.flatMap(({ color, size }): Variant[] =>
    size.length > 0 ? size.map(({ name }) => ({ color, size: name })) : [{ color }],
  );
  if (types.length === 0) return colours;
  return types.flatMap(({ _id }) => (colours.length > 0 ? colours : [{}]).map((colour) => ({ ...colour, variationId: _id })));
};

/** "Stoneware mug, Gift boxed, Oat, 250 ml". */
export const variantName = (product: Product, variant: Variant): string =>
  [product.name, withVariant(product, variant).selectedVariation?.name, variant.color, variant.size].filter(Boolean).join(', ');

/** Business days until a parcel is posted. */
export const handlingDays = ({ makingDays = 0 }: Product, site: Site) => ({
  min: makingDays,
  max: makingDays + site.shop.delivery.dispatchDays,
});

/** Every variant of a product with its offer; the product itself where nothing is chosen. */
export const offersOf = (product: Product, site: Site): OfferedVariant[] => {
  const variants = variantsOf(product);
  return (variants.length > 0 ? variants : [{}]).map((variant) => {
    const [picture] = chosenPictures(product, variant);
    return {
      productId: product._id,
      isOfGroup: variants.length > 0,
      variant,
      name: variantName(product, variant),
      description: safetyFacts(product, product.shortDescription || product.name),
      url: site.toAbsoluteUrl(paths.product(product._id, variant)),
      picture: picture && site.toAbsoluteUrl(pictureUrl(picture.src)),
      ...offerOf(product, variant),
      delivery: pence(product.deliveryCost),
      handlingDays: handlingDays(product, site),
    };
  });
};
