import { useTranslation } from 'react-i18next';
import { usePrices } from '#blocks/price/use-prices.ts';
import { unitPrice } from '#contract/pricing.ts';
import type { Product } from '#contract/product.ts';
import { available } from '#contract/stock.ts';
import { Swatch } from '#shared/ui/swatch.tsx';
import { Picker } from './picker.tsx';
import type { Purchase } from './use-purchase.ts';

type PickersProps = { readonly product: Product; readonly purchase: Purchase };

/** The pickers for colour, size (of that colour) and priced variation. */
export const Pickers = ({ product, purchase: { selection, pick, missing } }: PickersProps) => {
  const { t } = useTranslation('product');
  const { isReseller, money } = usePrices();
  const { color, size, type, choice } = selection;
  return (
    <>
      {product.variation.length > 0 && (
        <Picker
          name="colour"
          title={t('pick.colour')}
          values={product.variation.map(({ color: name, hex }) => ({
            key: name,
            name,
            isAvailable: available(product, { selectedProductColor: name }) > 0,
            swatch: <Swatch hex={hex} />,
          }))}
          chosen={color?.color}
          onPick={(colour) => pick({ colour })}
        />
      )}
      {color && color.size.length > 1 && (
        <Picker
          name="size"
          title={t('pick.size')}
          values={color.size.map(({ name }) => ({
            key: name,
            name,
            isAvailable: available(product, { selectedProductColor: color.color, selectedProductSize: name }) > 0,
          }))}
          chosen={size}
          onPick={(wanted) => pick({ size: wanted })}
          error={missing.includes('size') ? t('pick.choose.size') : undefined}
        />
      )}
      {product.types.length > 0 && (
        <Picker
          name="option"
          title={product.optionLabel || t('pick.option')}
          values={product.types.map((each) => ({
            key: each._id,
            name: `${each.name} · ${money(unitPrice({ ...product, selectedVariation: each }, isReseller).unit)}`,
            isAvailable: available(product, { ...choice, selectedVariation: each }) > 0,
          }))}
          chosen={type?._id}
          onPick={(option) => pick({ option })}
          error={missing.includes('option') ? t('pick.choose.option') : undefined}
        />
      )}
    </>
  );
};
