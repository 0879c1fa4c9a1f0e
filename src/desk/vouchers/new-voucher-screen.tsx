import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { deskPageOf, deskPages } from '#contract/desk/endpoints.ts';
import type { VoucherGoods } from '#contract/desk/vouchers.ts';
import { type VoucherKind, voucherKinds } from '#contract/voucher.ts';
import { Back } from '#desk/parts/back.tsx';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { type ApiError, asApiError, failureText } from '#shared/api/api-error.ts';
import { Checkbox, Field } from '#shared/ui/field.tsx';
import { FormSummary, SubmitButton } from '#shared/ui/form-summary.tsx';
import { useForm } from '#shared/ui/use-form.ts';
import { useVoucherTexts } from './voucher-texts.ts';
import { useCreateVoucherMutation, useVoucherGoodsQuery } from './vouchers-api.ts';

type Chosen = VoucherGoods['products'];
type GoodsProps = {
  readonly products: Chosen;
  readonly categories: Chosen;
  readonly onChange: (products: Chosen, categories: Chosen) => void;
};

const without = (chosen: Chosen, id: string): Chosen => chosen.filter((each) => each.id !== id);

/** What the voucher is for: categories by check boxes, products from a search. */
const Goods = ({ products, categories, onChange }: GoodsProps) => {
  const { t } = useTranslation('desk-vouchers');
  const id = useId();
  const [search, setSearch] = useState('');
  const { data } = useVoucherGoodsQuery(search.trim());
  const found = search.trim() === '' ? [] : (data?.products ?? []).filter((each) => products.every((product) => product.id !== each.id));
  return (
    <fieldset className="desk-voucher-goods">
      <legend>{t('new.goods')}</legend>
      <p className="field-hint">{t('new.goodsHint')}</p>
      {(data?.categories ?? []).map((category) => (
        <Checkbox
          key={category.id}
          id={`${id}${category.id}`}
          name={category.id}
          isOptional
          error={undefined}
          isChecked={categories.some((each) => each.id === category.id)}
          onChange={(isChosen) => onChange(products, isChosen ? [...categories, category] : without(categories, category.id))}
        >
          {category.name}
        </Checkbox>
      ))}
      <Field
        id={`${id}search`}
        name="search"
        label={t('new.search')}
        type="search"
        isOptional
        value={search}
        error={undefined}
        onChange={setSearch}
      />
      <ul aria-label={t('new.found')}>
        {found.map((product) => (
          <li key={product.id}>
            <button type="button" className="btn btn-link" onClick={() => onChange([...products, product], categories)}>
              {t('new.add', { name: product.name })}
            </button>
          </li>
        ))}
        {products.map(({ id: productId, name }) => (
          <li key={productId}>
            {name}{' '}
            <button type="button" className="btn btn-link" onClick={() => onChange(without(products, productId), categories)}>
              {t('new.takeOut')}
              <span className="visually-hidden"> {name}</span>
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
};

const numberOf = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text.replace(/[£,%\s]/g, '')));
const dayOf = (text: string): string | undefined => (text === '' ? undefined : text);

/** A new voucher; a sentence says what a buyer would read. The server checks it. */
export const NewVoucherScreen = () => {
  const { t } = useTranslation('desk-vouchers');
  const { t: common } = useTranslation('common');
  const name = useId();
  const navigate = useNavigate();
  const { sentence } = useVoucherTexts();
  const [kind, setKind] = useState<VoucherKind>('percent');
  const [[products, categories], setGoods] = useState<readonly [Chosen, Chosen]>([[], []]);
  const [failure, setFailure] = useState<ApiError>();
  const [createVoucher] = useCreateVoucherMutation();
  const form = useForm({
    texts: { value: '', code: '', from: '', to: '', minimum: '', uses: '', perPerson: '' },
    validate: () => ({}),
  });
  const { value, code, from, to, minimum, uses, perPerson } = form.values;
  const voucher = {
    kind,
    ...(kind !== 'delivery' && { value: numberOf(value) ?? 0 }),
    ...(code.trim() !== '' && { code }),
    from: dayOf(from),
    to: dayOf(to),
    minimum: numberOf(minimum),
    uses: numberOf(uses),
    perPerson: numberOf(perPerson),
    products: products.map(({ id }) => id),
    categories: categories.map(({ id }) => id),
  } as Parameters<typeof createVoucher>[0];
  const send = async () => {
    setFailure(undefined);
    try {
      const made = await createVoucher(voucher).unwrap();
      await navigate(deskPageOf('vouchers', made.code), { state: { said: t('new.done', { code: made.code }) } });
    } catch (cause) {
      const error = asApiError(cause);
      const others = form.setErrors(error.errors);
      if (!error.errors || Object.keys(others).length > 0) setFailure(error);
    }
  };
  return (
    <>
      <Back to={deskPages.vouchers} title={t('heading')} />
      <DeskHeading title={t('new.heading')} />
      <form noValidate className="desk-voucher" onSubmit={form.submit(send)}>
        <FormSummary form={form} message={failure && failureText(common, failure)} />
        <fieldset>
          <legend>{t('new.kind')}</legend>
          {voucherKinds.map((each) => (
            <div key={each} className="desk-choice">
              <label>
                <input className="form-check-input" type="radio" name={name} checked={kind === each} onChange={() => setKind(each)} />
                {t(`new.kinds.${each}`)}
              </label>
              {kind === each && each !== 'delivery' && (
                <Field {...form.field('value')} label={t(`new.value.${each}`)} inputMode="decimal" autoComplete="off" />
              )}
            </div>
          ))}
        </fieldset>
        <div className="form-grid">
          <Field {...form.field('from')} label={t('new.from')} type="date" isOptional isHalf />
          <Field {...form.field('to')} label={t('new.to')} type="date" isOptional isHalf />
          <Field {...form.field('minimum')} label={t('new.minimum')} inputMode="decimal" isOptional isHalf />
          <Field {...form.field('uses')} label={t('new.uses')} inputMode="numeric" isOptional isHalf />
          <Field {...form.field('perPerson')} label={t('new.perPerson')} inputMode="numeric" isOptional isHalf />
          <Field {...form.field('code')} label={t('new.code')} hint={t('new.codeHint')} isCode isOptional isHalf />
        </div>
        <Goods products={products} categories={categories} onChange={(some, others) => setGoods([some, others])} />
        <p className="desk-words" aria-live="polite">
          {(kind === 'delivery' || Number(numberOf(value)) > 0) &&
            sentence({
              kind,
              value: numberOf(value) || 0,
              minimum: numberOf(minimum) || 0,
              from: dayOf(from) ?? null,
              to: dayOf(to) ?? null,
              maxUsesEach: numberOf(perPerson) || null,
              goods: [...products, ...categories].map((each) => each.name),
            })}
        </p>
        <SubmitButton isBusy={form.isBusy}>{t('new.submit')}</SubmitButton>
      </form>
    </>
  );
};
