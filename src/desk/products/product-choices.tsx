import { useTranslation } from 'react-i18next';
import type { ProductFields } from '#contract/desk/products.ts';
import { changedAt, withoutAt } from '#desk/parts/edited-rows.ts';
import { Checkbox, Field } from '#shared/ui/field.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { type Editing, NumberField, TextsField } from './product-fields.tsx';

type Colors = ProductFields['colors'];
type Types = ProductFields['types'];

const RemoveButton = ({ name, onPress }: { readonly name: string; readonly onPress: () => void }) => {
  const { t } = useTranslation('desk-products');
  return (
    <button type="button" className="btn btn-link" aria-label={t('choices.remove', { name })} onClick={onPress}>
      <Icon name="cross" />
    </button>
  );
};

/** The colours of a product with their sizes, and its types with prices of their own. What is counted is elsewhere (`StockTable`). */
export const ProductChoices = ({ fields, set, field }: Editing) => {
  const { t } = useTranslation('desk-products');
  const setColors = (colors: Colors) => set({ colors });
  const setTypes = (types: Types) => set({ types });
  return (
    <section>
      <div className="desk-section-head">
        <h2>{t('choices.heading')}</h2>
      </div>
      <p className="quiet">{t('choices.hint')}</p>
      <ul className="desk-choices">
        {fields.colors.map((color, at) => (
          // A row is identified by its index, because its name is being typed.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={at}>
            <Field
              {...field(`colors.${at}.color`)}
              label={t('choices.color')}
              value={color.color}
              onChange={(name) => setColors(changedAt(fields.colors, at, { color: name }))}
            />
            <label className="desk-hex">
              <span>{t('choices.hex')}</span>
              <input
                type="color"
                value={color.hex || '#ffffff'}
                onChange={({ target }) => setColors(changedAt(fields.colors, at, { hex: target.value }))}
              />
            </label>
            <TextsField
              {...field(`colors.${at}.sizes`)}
              label={t('choices.sizes')}
              value={color.sizes}
              isOptional
              onChange={(sizes) => setColors(changedAt(fields.colors, at, { sizes: [...sizes] }))}
            />
            <RemoveButton name={color.color} onPress={() => setColors(withoutAt(fields.colors, at))} />
          </li>
        ))}
        {fields.types.map((type, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <li key={`type ${at}`} className="desk-option">
            <Field
              {...field(`types.${at}.name`)}
              label={t('choices.type')}
              value={type.name}
              onChange={(name) => setTypes(changedAt(fields.types, at, { name }))}
            />
            <NumberField
              {...field(`types.${at}.basePrice`)}
              label={t('fields.basePrice')}
              value={type.basePrice}
              isPrice
              onChange={(basePrice) => setTypes(changedAt(fields.types, at, { basePrice }))}
            />
            <Field
              {...field(`types.${at}.netQuantity`)}
              label={t('choices.netQuantity')}
              hint={t('choices.netQuantityHint')}
              value={type.netQuantity}
              isOptional
              onChange={(netQuantity) => setTypes(changedAt(fields.types, at, { netQuantity }))}
            />
            <Checkbox
              {...field(`types.${at}.isCounted`)}
              isChecked={type.isCounted}
              isOptional
              onChange={(isCounted) => setTypes(changedAt(fields.types, at, { isCounted }))}
            >
              {t('choices.counted')}
            </Checkbox>
            <RemoveButton name={type.name} onPress={() => setTypes(withoutAt(fields.types, at))} />
          </li>
        ))}
      </ul>
      {['colors', 'types', 'stock', 'saleCount'].map((name) => {
        const { error } = field(name);
        return (
          error !== undefined && (
            <p key={name} className="field-error">
              {error}
            </p>
          )
        );
      })}
      <div className="desk-actions">
        <button
          type="button"
          className="btn btn-outline-primary"
          onClick={() => setColors([...fields.colors, { color: '', hex: '', image: '', sizes: [] }])}
        >
          {t('choices.addColor')}
        </button>
        <button
          type="button"
          className="btn btn-outline-primary"
          onClick={() => setTypes([...fields.types, { id: '', name: '', basePrice: fields.basePrice, netQuantity: '', isCounted: false }])}
        >
          {t('choices.addType')}
        </button>
      </div>
      {fields.types.length > 0 && (
        <Field
          {...field('optionLabel')}
          label={t('fields.optionLabel')}
          hint={t('choices.optionLabel')}
          value={fields.optionLabel}
          isOptional
          onChange={(optionLabel) => set({ optionLabel })}
        />
      )}
    </section>
  );
};
