import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { perUnitText, usePrices } from '#blocks/price/price.tsx';
import { unitPrice } from '#contract/pricing.ts';
import type { Product } from '#contract/product.ts';
import { availableQuantity } from '#contract/stock.ts';
import { Swatch } from '#shared/ui/icon.tsx';
import type { Purchase } from './use-purchase.ts';

type PickerValue = { readonly key: string; readonly name: string; readonly isAvailable: boolean; readonly swatch?: ReactNode };

type PickerProps = {
  readonly name: string;
  readonly title: string;
  readonly values: readonly PickerValue[];
  readonly chosen: string | undefined;
  readonly onPick: (key: string) => void;
  /** The error that nothing is chosen. */
  readonly error?: string | undefined;
};

/** A radio group. Values that are out of stock are struck through, but can be focused and chosen. */
const Picker = ({ name: groupName, title, values, chosen, onPick, error }: PickerProps) => {
  const { t } = useTranslation('product');
  const messageId = useId();
  const chosenName = values.find(({ key }) => key === chosen)?.name;
  return (
    <fieldset className="picker" aria-describedby={error && messageId}>
      <legend>
        {title}
        {chosenName !== undefined && (
          <span>
            : <span className="picker-chosen">{chosenName}</span>
          </span>
        )}
      </legend>
      {error && (
        <p className="field-error" id={messageId} role="alert">
          {error}
        </p>
      )}
      <div className="picker-values">
        {values.map(({ key, name, isAvailable, swatch }) => (
          <label key={key} className={isAvailable ? 'picker-value' : 'picker-value picker-value-out'}>
            <input
              type="radio"
              name={groupName}
              value={key}
              checked={key === chosen}
              aria-label={isAvailable ? name : t('pick.out', { name })}
              aria-invalid={error ? true : undefined}
              onChange={() => onPick(key)}
            />
            {swatch}
            <bdi>{name}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  );
};

type PickersProps = { readonly product: Product; readonly purchase: Purchase };

/** The pickers for colour, size (of that colour) and priced variation. */
export const Pickers = ({ product, purchase: { selection, pick, missing } }: PickersProps) => {
  const { t } = useTranslation('product');
  const prices = usePrices();
  const { color, variant } = selection;
  return (
    <>
      {product.variation.length > 0 && (
        <Picker
          name="color"
          title={t('pick.colour')}
          values={product.variation.map(({ color: name, hex }) => ({
            key: name,
            name,
            isAvailable: availableQuantity(product, { color: name }) > 0,
            swatch: <Swatch hex={hex} />,
          }))}
          chosen={variant.color}
          onPick={(name) => pick({ color: name })}
        />
      )}
      {color && color.size.length > 1 && (
        <Picker
          name="size"
          title={t('pick.size')}
          values={color.size.map(({ name }) => ({
            key: name,
            name,
            isAvailable: availableQuantity(product, { color: color.color, size: name }) > 0,
          }))}
          chosen={variant.size}
          onPick={(size) => pick({ size })}
          error={missing.includes('size') ? t('pick.choose.size') : undefined}
        />
      )}
      {product.types.length > 0 && (
        <Picker
          name="variationId"
          title={product.optionLabel || t('pick.option')}
          values={product.types.map((each) => {
            const typed = { ...product, selectedVariation: each };
            const { unit } = unitPrice(typed, prices.isReseller);
            return {
              key: each._id,
              name: [each.name, '·', prices.money(unit), perUnitText(prices, unit, typed)].filter(Boolean).join(' '),
              isAvailable: availableQuantity(product, { ...variant, variationId: each._id }) > 0,
            };
          })}
          chosen={variant.variationId}
          onPick={(variationId) => pick({ variationId })}
          error={missing.includes('variationId') ? t('pick.choose.option') : undefined}
        />
      )}
    </>
  );
};
