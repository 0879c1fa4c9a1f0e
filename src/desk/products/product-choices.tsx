import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { DeskProduct, ProductFields } from '#contract/desk/products.ts';
import { changedAt, withoutAt } from '#desk/parts/edited-rows.ts';
import { Checkbox, Field } from '#shared/ui/field.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { dividedPieces } from './divided-pieces.ts';
import { type Editing, NumberField } from './product-fields.tsx';

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

/** Moves the focus to the first field or button of a row that is rendered after this change. */
const focusAfter = (change: () => void, findRow: () => Element | null | undefined): void => {
  flushSync(change);
  findRow()?.querySelector<HTMLElement>('input, button')?.focus();
};

type NamedRow = { readonly was?: string | undefined };

/** What a choice `was` called when it was saved, now that it is called so; new ones have `was: ''`. */
const wasOf = ({ was }: NamedRow, before: string, name: string): NamedRow => {
  const saved = was ?? before;
  return { was: saved === name ? undefined : saved };
};

type SizesProps = Pick<Editing, 'field'> & {
  readonly path: string;
  readonly color: Colors[number];
  /** The pieces of each size, where the form must ask for them; undefined elsewhere. */
  readonly pieces: readonly number[] | undefined;
  readonly onChange: (sizes: Colors[number]['sizes']) => void;
};

/** The sizes of a colour, each a row, so that another name is known from a new size. */
const Sizes = ({ field, path, color, pieces, onChange }: SizesProps) => {
  const { t } = useTranslation('desk-products');
  const { sizes } = color;
  const partRef = useRef<HTMLDivElement>(null);
  /** The row there, or else the last; without any the button that adds one. */
  const rowAt = (at: number) => {
    const rows = partRef.current?.querySelectorAll('.desk-size') ?? [];
    return rows[Math.min(at, rows.length - 1)] ?? partRef.current;
  };
  return (
    <div ref={partRef} className="desk-sizes">
      {sizes.map((size, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its name is being typed, as above
        <div key={at} className={pieces ? 'desk-size is-divided' : 'desk-size'}>
          <Field
            {...field(`${path}.${at}.name`)}
            label={t('choices.size')}
            value={size.name}
            onChange={(name) => onChange(changedAt(sizes, at, { name, ...wasOf(size, size.name, name) }))}
          />
          {pieces && (
            <NumberField
              {...field(`${path}.${at}.pieces`)}
              label={t('choices.pieces')}
              value={pieces[at] ?? 0}
              onChange={(count) => onChange(changedAt(sizes, at, { pieces: count }))}
            />
          )}
          <RemoveButton
            name={`${color.color} ${size.name}`.trim()}
            onPress={() =>
              focusAfter(
                () => onChange(withoutAt(sizes, at)),
                () => rowAt(at),
              )
            }
          />
        </div>
      ))}
      <button
        type="button"
        className="btn btn-link"
        onClick={() =>
          focusAfter(
            () => onChange([...sizes, { name: '', was: '' }]),
            () => rowAt(sizes.length),
          )
        }
      >
        {color.color === '' ? t('choices.addSize') : t('choices.addSizeOf', { name: color.color })}
      </button>
    </div>
  );
};

type ProductChoicesProps = Editing & {
  /** The product as it was before the first change; undefined for a new one. */
  readonly product: DeskProduct | undefined;
};

/** The colours of a product with their sizes, and its types with prices of their own. What is counted is elsewhere (`StockTable`). */
export const ProductChoices = ({ fields, set, field, product }: ProductChoicesProps) => {
  const { t } = useTranslation('desk-products');
  const setColors = (colors: Colors) => set({ colors });
  const setTypes = (types: Types) => set({ types });
  const { piecesSeen, ofSizes, ofTypes } = dividedPieces(product, fields);
  const listRef = useRef<HTMLUListElement>(null);
  const addRef = useRef<HTMLDivElement>(null);
  /** The row of a colour or an option, or of the one before it; without any the buttons that add one. */
  const rowAt = (at: number) => {
    const rows = listRef.current?.children ?? [];
    return rows[Math.min(at, rows.length - 1)] ?? addRef.current;
  };
  const said = ofSizes.flat().reduce((sum, count) => sum + (count || 0), 0);
  return (
    <section>
      <div className="desk-section-head">
        <h2>{t('choices.heading')}</h2>
      </div>
      <p className="quiet">{t('choices.hint')}</p>
      <ul ref={listRef} className="desk-choices">
        {fields.colors.map((color, at) => (
          // A row is identified by its index, because its name is being typed.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={at}>
            <Field
              {...field(`colors.${at}.color`)}
              label={t('choices.color')}
              value={color.color}
              onChange={(name) => setColors(changedAt(fields.colors, at, { color: name, ...wasOf(color, color.color, name) }))}
            />
            <label className="desk-hex">
              <span>{t('choices.hex')}</span>
              <input
                type="color"
                value={color.hex || '#ffffff'}
                onChange={({ target }) => setColors(changedAt(fields.colors, at, { hex: target.value }))}
              />
            </label>
            <Sizes
              field={field}
              path={`colors.${at}.sizes`}
              color={color}
              pieces={ofSizes[at]}
              onChange={(sizes) => setColors(changedAt(fields.colors, at, { sizes }))}
            />
            <RemoveButton
              name={color.color}
              onPress={() =>
                focusAfter(
                  () => setColors(withoutAt(fields.colors, at)),
                  () => rowAt(at),
                )
              }
            />
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
            {ofTypes[at] !== undefined && (
              <NumberField
                {...field(`types.${at}.pieces`)}
                label={t('choices.pieces')}
                value={ofTypes[at]}
                onChange={(count) => setTypes(changedAt(fields.types, at, { pieces: count }))}
              />
            )}
            <RemoveButton
              name={type.name}
              onPress={() =>
                focusAfter(
                  () => setTypes(withoutAt(fields.types, at)),
                  () => rowAt(fields.colors.length + at),
                )
              }
            />
          </li>
        ))}
      </ul>
      {piecesSeen !== undefined && (
        <p role="status">
          {t('choices.which', { count: piecesSeen })} <strong>{t('choices.said', { said })}</strong>
        </p>
      )}
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
      <div ref={addRef} className="desk-actions">
        <button
          type="button"
          className="btn btn-outline-primary"
          onClick={() =>
            focusAfter(
              () => setColors([...fields.colors, { color: '', was: '', hex: '', image: '', sizes: [] }]),
              () => rowAt(fields.colors.length),
            )
          }
        >
          {t('choices.addColor')}
        </button>
        <button
          type="button"
          className="btn btn-outline-primary"
          onClick={() =>
            focusAfter(
              () => setTypes([...fields.types, { id: '', name: '', basePrice: fields.basePrice, netQuantity: '', isCounted: false }]),
              () => rowAt(fields.colors.length + fields.types.length),
            )
          }
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
