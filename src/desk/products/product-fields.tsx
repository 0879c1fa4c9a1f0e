import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskProduct, ProductChanges, ProductFields } from '#contract/desk/products.ts';
import { formatSterling, pence, pounds } from '#contract/money.ts';
import { unitPrice } from '#contract/pricing.ts';
import { csvFields } from '#contract/product-fields.ts';
import { typedNumber, typedPercent } from '#desk/parts/typed-number.ts';
import { usePounds } from '#desk/parts/use-pounds.ts';
import { useCategoriesQuery } from '#features/catalogue/catalogue-api.ts';
import { Fact } from '#shared/ui/fact.tsx';
import { Checkbox, Field, type FieldState } from '#shared/ui/field.tsx';

/** What every part of the editor gets. */
export type Editing = {
  readonly fields: ProductFields;
  /** Changes some fields; a field that gets its saved value again counts as unchanged. */
  readonly set: (changes: ProductChanges | ((now: ProductFields) => ProductChanges)) => void;
  /** The id and the server's error of a field, by its path. */
  readonly field: (name: string) => Pick<FieldState, 'id' | 'name' | 'error'>;
};

type TypedProps<Value> = Omit<ComponentProps<typeof Field>, 'value' | 'onChange'> & {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
};

/** The text of a number in a field: a price of 18 pounds is "18.00". */
const textOf = (value: number, isPrice: boolean): string => {
  if (Number.isNaN(value)) return '';
  return isPrice ? formatSterling(pence(value), 'en').replaceAll(/[£,]/g, '') : String(value);
};

/** Props of a field that keeps the text as typed while its value stays the same. */
const useTyped = <Value,>(
  { value, onChange }: Pick<TypedProps<Value>, 'value' | 'onChange'>,
  textFor: (value: Value) => string,
  parse: (text: string) => Value,
) => {
  const [text, setText] = useState(() => textFor(value));
  return {
    value: JSON.stringify(parse(text)) === JSON.stringify(value) ? text : textFor(value),
    onChange: (typed: string) => {
      setText(typed);
      onChange(parse(typed));
    },
    /** Writes the value as it will be read. */
    tidy: () => setText(textFor(value)),
  };
};

/** A number field. A text that is no number becomes `NaN`, which the server refuses. */
export const NumberField = ({ isPrice = false, ...props }: TypedProps<number> & { readonly isPrice?: boolean }) => {
  const { value, onChange } = useTyped(props, (number) => textOf(number, isPrice), isPrice ? typedNumber : typedPercent);
  return <Field {...props} value={value} onChange={onChange} inputMode="decimal" autoComplete="off" />;
};

const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** A field for texts separated by commas. */
const TextsField = (props: TypedProps<readonly string[]>) => {
  const { tidy, ...typed } = useTyped(props, (texts) => texts.join(', '), partsOf);
  return <Field {...props} {...typed} onLeave={tidy} />;
};

type TextName = { [Name in keyof ProductFields]: ProductFields[Name] extends string ? Name : never }[keyof ProductFields];
type NumberName = { [Name in keyof ProductFields]: ProductFields[Name] extends number ? Name : never }[keyof ProductFields];

const useFields = ({ fields, set, field }: Editing) => {
  const { t } = useTranslation('desk-products');
  return {
    text: (name: TextName) => ({
      ...field(name),
      label: t(`fields.${name}`),
      value: fields[name],
      onChange: (value: string) => set({ [name]: value }),
    }),
    number: (name: NumberName) => ({
      ...field(name),
      label: t(`fields.${name}`),
      value: fields[name],
      isHalf: true,
      onChange: (value: number) => set({ [name]: value }),
    }),
  };
};

/** The fields that describe the product in words. */
export const ProductTexts = (editing: Editing) => {
  const { t } = useTranslation('desk-products');
  const { text } = useFields(editing);
  return (
    <section className="desk-stack">
      <h2>{t('texts.heading')}</h2>
      <Field {...text('name')} />
      <Field {...text('shortDescription')} hint={t('texts.line')} isOptional limit={120} />
      <Field {...text('fullDescription')} rows={6} isOptional />
    </section>
  );
};

/** Prices, with what shoppers and resellers pay by them; where it is in the shop; how it is made. */
export const ProductPanels = ({ product, ...editing }: Editing & { readonly product: DeskProduct | undefined }) => {
  const { t } = useTranslation('desk-products');
  const formatPounds = usePounds();
  const { fields, set, field } = editing;
  const { text, number } = useFields(editing);
  const { data: categories = [] } = useCategoriesQuery();
  const priced = { price: { basePrice: fields.basePrice }, discount: fields.discount, resellerPrice: fields.resellerPrice };
  const isPriced = [fields.basePrice, fields.discount, fields.resellerPrice].every((value) => value >= 0);
  const pays = (isReseller: boolean) => (isPriced ? formatPounds(pounds(unitPrice(priced, isReseller).unit)) : '–');
  return (
    <>
      <section className="desk-panel">
        <h2>{t('panels.price')}</h2>
        <div className="form-grid">
          <NumberField {...number('basePrice')} isPrice />
          <NumberField {...number('discount')} isOptional={false} />
          <NumberField {...number('resellerPrice')} isPrice />
          <NumberField {...number('deliveryCost')} isPrice />
        </div>
        <dl className="desk-facts desk-pays">
          <Fact term={t('panels.shoppers')}>{pays(false)}</Fact>
          <Fact term={t('panels.resellers')}>{pays(true)}</Fact>
        </dl>
        {product?.reduction.map(({ text, isHidden }) => (
          <p key={text} className={isHidden ? undefined : 'quiet'}>
            {text}
          </p>
        ))}
      </section>
      <section className="desk-panel desk-stack">
        <h2>{t('panels.place')}</h2>
        <fieldset className="desk-checks">
          <legend>{t('fields.categories')}</legend>
          {categories.map(({ slug, name }) => (
            <Checkbox
              key={slug}
              {...field(`categories.${slug}`)}
              isChecked={fields.categories.includes(slug)}
              isOptional
              onChange={(isIn) =>
                set({ categories: isIn ? [...fields.categories, slug] : fields.categories.filter((each) => each !== slug) })
              }
            >
              {name}
            </Checkbox>
          ))}
        </fieldset>
        <TextsField
          {...field('tags')}
          label={t('fields.tags')}
          hint={t('panels.tags')}
          value={fields.tags}
          isOptional
          onChange={(tags) => set({ tags: [...tags] })}
        />
        <NumberField {...number('featured')} hint={t('panels.featured')} />
        <Checkbox {...field('new')} isChecked={fields.new} isOptional onChange={(isNew) => set({ new: isNew })}>
          {t('fields.new')}
        </Checkbox>
      </section>
      <section className="desk-panel desk-stack">
        <h2>{t('panels.made')}</h2>
        {product?.missingFacts && <p>{product.missingFacts}</p>}
        <NumberField {...number('makingDays')} hint={t('panels.makingDays')} />
        <Checkbox {...field('personalised')} isChecked={fields.personalised} isOptional onChange={(personalised) => set({ personalised })}>
          {t('fields.personalised')} <span className="quiet">{t('panels.personalised')}</span>
        </Checkbox>
        {csvFields
          .filter((name) => name !== 'optionLabel')
          .map((name) => (
            <Field
              key={name}
              {...text(name)}
              hint={name === 'realSize' || name === 'usuallyBack' ? t(`panels.${name}`) : undefined}
              isOptional
            />
          ))}
        <Field {...text('sku')} isOptional isCode />
      </section>
    </>
  );
};
