import { useTranslation } from 'react-i18next';
import { usePrices } from '#blocks/price/use-prices.ts';
import { unitPrice } from '#contract/pricing.ts';
import type { Product } from '#contract/product.ts';
import { available } from '#contract/stock.ts';
import { Swatch } from '#shared/ui/swatch.tsx';
import { Picker } from './picker.tsx';
import type { Missing, Selection } from './use-selection.ts';

type PickersProps = {
  readonly product: Product;
  readonly selection: Selection;
  /** What is missing, once the shopper has tried to add the product. */
  readonly missing: readonly Missing[];
};

/** The pickers for colour, size (of that colour) and priced variation. */
export const Pickers = ({ product, selection, missing }: PickersProps) => {
  const { t } = useTranslation('product');
  const { isReseller, money } = usePrices();
  const { color, size, type, choice, pickColor, pickSize, pickType } = selection;
  return (
    <>
      {product.variation.length > 0 && (
        <Picker
          title={t('pick.colour')}
          values={product.variation.map(({ color: name, hex }) => ({
            key: name,
            name,
            isAvailable: available(product, { selectedProductColor: name }) > 0,
            swatch: <Swatch hex={hex} />,
          }))}
          chosen={color?.color}
          onPick={pickColor}
        />
      )}
      {color && color.size.length > 1 && (
        <Picker
          title={t('pick.size')}
          values={color.size.map(({ name }) => ({
            key: name,
            name,
            isAvailable: available(product, { selectedProductColor: color.color, selectedProductSize: name }) > 0,
          }))}
          chosen={size}
          onPick={pickSize}
          isMissing={missing.includes('size')}
        />
      )}
      {product.types.length > 0 && (
        <Picker
          title={t('pick.type')}
          values={product.types.map((each) => ({
            key: each._id,
            name: `${each.name} · ${money(unitPrice({ ...product, selectedVariation: each }, isReseller).unit)}`,
            isAvailable: available(product, { ...choice, selectedVariation: each }) > 0,
          }))}
          chosen={type?._id}
          onPick={pickType}
          isMissing={missing.includes('type')}
        />
      )}
    </>
  );
};
