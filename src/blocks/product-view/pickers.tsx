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
  /** What a shopper has been asked to choose. */
  readonly asked: readonly Missing[];
};

/** Everything that can be chosen of a product: colour, size (following the colour), priced variation. */
export const Pickers = ({ product, selection, asked }: PickersProps) => {
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
            isLeft: available(product, { selectedProductColor: name }) > 0,
            face: <Swatch hex={hex} />,
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
            isLeft: available(product, { selectedProductColor: color.color, selectedProductSize: name }) > 0,
          }))}
          chosen={size}
          onPick={pickSize}
          isMissing={asked.includes('size')}
        />
      )}
      {product.types.length > 0 && (
        <Picker
          title={t('pick.type')}
          values={product.types.map((each) => ({
            key: each._id,
            name: `${each.name} · ${money(unitPrice({ ...product, selectedVariation: each }, isReseller).unit)}`,
            isLeft: available(product, { ...choice, selectedVariation: each }) > 0,
          }))}
          chosen={type?._id}
          onPick={pickType}
          isMissing={asked.includes('type')}
        />
      )}
    </>
  );
};
