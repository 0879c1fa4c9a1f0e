import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { ListedPrice } from '#blocks/price/price.tsx';
import { defaultChoice, noFacetValues } from '#contract/listing-query.ts';
import type { Product } from '#contract/product.ts';
import { selectIsReseller } from '#features/account/shopper-slice.ts';
import { ProductPicture, picturesOf } from '#features/catalogue/product-picture.tsx';
import { useListing } from '#features/catalogue/use-listing.ts';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';
import { type Purchase, selectionOf } from './use-purchase.ts';

type SoldOutProps = { readonly product: Product; readonly purchase: Purchase };

/** Another size, option or colour of the product that is in stock, the nearest to what is chosen first. */
const nearestVariant = (product: Product, { variant: chosen, color }: Purchase['selection']) => {
  const candidates = [
    ...(color?.size ?? []).map(({ name }) => ({ name, picker: 'size' as const, variant: { ...chosen, size: name } })),
    ...product.types.map(({ _id, name }) => ({ name, picker: 'variationId' as const, variant: { ...chosen, variationId: _id } })),
    ...product.variation.map(({ color: name }) => ({ name, picker: 'color' as const, variant: { ...chosen, color: name } })),
  ];
  return candidates.find(({ variant }) => selectionOf(product, variant).left > 0);
};

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/** The product of the same category that is in stock and has the most in common: its material, its tags, then its price. */
const NearestProduct = ({ product }: { readonly product: Product }) => {
  const { t } = useTranslation('product');
  const isReseller = useSelector(selectIsReseller);
  const { listing } = useListing(
    { ...defaultChoice, chosen: { ...noFacetValues, category: product.category, availability: ['in'] }, page: 1, perPage: 48 },
    isReseller,
  );
  const distance = ({ price }: Product): number => Math.abs(price.basePrice - product.price.basePrice);
  const inCommon = ({ material, tag }: Product): number =>
    2 * wordsOf(material).filter((word) => wordsOf(product.material).includes(word)).length +
    tag.filter((each) => product.tag.includes(each)).length;
  const [nearest] = (listing?.items ?? [])
    .filter(({ _id }) => _id !== product._id)
    .sort((one, other) => inCommon(other) - inCommon(one) || distance(one) - distance(other));
  if (!nearest) return null;
  return (
    <Link className="sold-out-nearest" to={paths.product(nearest._id)}>
      <ProductPicture image={picturesOf(nearest)[0]} sizes="72px" alt="" />
      <span>
        <span className="quiet">{t('soldOut.nearest')}</span>
        <strong>{nearest.name}</strong>
        <ListedPrice product={nearest} />
      </span>
    </Link>
  );
};

/** The nearest alternative to a choice that is out of stock. */
export const SoldOut = ({ product, purchase }: SoldOutProps) => {
  const { t } = useTranslation('product');
  const nearest = nearestVariant(product, purchase.selection);
  if (!nearest) return <NearestProduct product={product} />;
  const choose = () => {
    // The pressed button disappears, so the focus moves to the radio button of the choice.
    const radios = [...(purchase.formRef.current?.querySelectorAll<HTMLInputElement>(`[name=${nearest.picker}]`) ?? [])];
    radios.find(({ value }) => value === nearest.variant[nearest.picker])?.focus();
    purchase.pick(nearest.variant);
  };
  return (
    <button type="button" className="btn btn-outline-primary btn-lg" onClick={choose}>
      {t('soldOut.choose', { name: nearest.name })}
    </button>
  );
};
