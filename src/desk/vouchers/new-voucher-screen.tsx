import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deskEndpoints, deskPageOf, deskPages } from '#contract/desk/endpoints.ts';
import { type VoucherKind, voucherKinds } from '#contract/voucher.ts';
import { callTo, useList, useSend } from '#desk/desk-api.ts';
import { BackLinks, DeskHeading } from '#desk/parts/desk-heading.tsx';
import { rowsOf } from '#desk/parts/fetched.tsx';
import { useIdentityCheck } from '#desk/parts/identity.tsx';
import { RowButton } from '#desk/parts/row.tsx';
import { typedNumber, typedPercent } from '#desk/parts/typed-number.ts';
import { useCategoriesQuery } from '#features/catalogue/catalogue-api.ts';
import { failureText } from '#shared/api/api-error.ts';
import { useNavigateWhileHere } from '#shared/hooks/use-navigate-while-here.ts';
import { Checkbox, Field } from '#shared/ui/field.tsx';
import { FormSummary, SubmitButton } from '#shared/ui/form-summary.tsx';
import { useForm } from '#shared/ui/use-form.ts';
import { useSending } from '#shared/ui/use-sending.ts';
import { useVoucherTexts } from './voucher-texts.ts';

/** A product by its id, or a category by its slug. */
type ChosenProduct = { readonly id: string; readonly name: string };

type ChoiceProps = { readonly chosen: readonly ChosenProduct[]; readonly onChange: (chosen: readonly ChosenProduct[]) => void };

const withoutId = (chosen: readonly ChosenProduct[], id: string) => chosen.filter((each) => each.id !== id);

const CategoryChoice = ({ chosen, onChange }: ChoiceProps) => {
  const id = useId();
  const { data: categories = [] } = useCategoriesQuery();
  return categories.map(({ slug, name }) => (
    <Checkbox
      key={slug}
      id={`${id}${slug}`}
      name={slug}
      isOptional
      error={undefined}
      isChecked={chosen.some((each) => each.id === slug)}
      onChange={(isChosen) => onChange(isChosen ? [...chosen, { id: slug, name }] : withoutId(chosen, slug))}
    >
      {name}
    </Checkbox>
  ));
};

/** Products from a search. */
const ProductChoice = ({ chosen, onChange }: ChoiceProps) => {
  const { t } = useTranslation('desk-vouchers');
  const id = useId();
  const [search, setSearch] = useState('');
  const q = search.trim();
  const { data } = useList(deskEndpoints.products, { view: 'sold', q }, { skip: q === '' });
  const found = q === '' ? [] : rowsOf(data).filter((row) => chosen.every((each) => each.id !== row.id));
  return (
    <>
      <Field id={id} name="search" label={t('new.search')} type="search" isOptional value={search} error={undefined} onChange={setSearch} />
      <ul aria-label={t('new.found')}>
        {found.slice(0, 10).map(({ id: productId, name }) => (
          <li key={productId}>
            <button type="button" className="btn btn-link" onClick={() => onChange([...chosen, { id: productId, name }])}>
              {t('new.add', { name })}
            </button>
          </li>
        ))}
        {chosen.map(({ id: productId, name }) => (
          <li key={productId}>
            {name}{' '}
            <RowButton name={name} onPress={() => onChange(withoutId(chosen, productId))}>
              {t('new.takeOut')}
            </RowButton>
          </li>
        ))}
      </ul>
    </>
  );
};

const numberOf = (text: string, parse = typedNumber): number | undefined => (text.trim() === '' ? undefined : parse(text));
const dayOf = (text: string): string | undefined => (text === '' ? undefined : text);

/** A new voucher; a sentence says what a buyer would read. The server checks it. */
export const NewVoucherScreen = () => {
  const { t } = useTranslation('desk-vouchers');
  const { t: common } = useTranslation('common');
  const radioName = useId();
  const navigate = useNavigateWhileHere();
  const { sentence } = useVoucherTexts();
  const [kind, setKind] = useState<VoucherKind>('percent');
  const [products, setProducts] = useState<readonly ChosenProduct[]>([]);
  const [categories, setCategories] = useState<readonly ChosenProduct[]>([]);
  const send = useSend();
  const check = useIdentityCheck();
  const form = useForm({
    texts: { value: '', code: '', from: '', to: '', minimum: '', uses: '', perPerson: '' },
    validate: () => ({}),
  });
  const sending = useSending(form, (error) => failureText(common, error));
  const { value: typed, code, from, to, minimum, uses, perPerson } = form.values;
  const value = numberOf(typed, kind === 'percent' ? typedPercent : typedNumber);
  const voucher = {
    kind,
    ...(kind !== 'delivery' && { value: value ?? 0 }),
    ...(code.trim() !== '' && { code }),
    from: dayOf(from),
    to: dayOf(to),
    minimum: numberOf(minimum),
    uses: numberOf(uses),
    perPerson: numberOf(perPerson),
    products: products.map(({ id }) => id),
    categories: categories.map(({ id }) => id),
  } as Parameters<typeof callTo<typeof deskEndpoints.createVoucher>>[1];
  const create = () =>
    sending.send(
      check(() => send(callTo(deskEndpoints.createVoucher, voucher))),
      (made) => navigate(deskPageOf('vouchers', made.code), { state: { message: t('new.done', { code: made.code }) } }),
    );
  return (
    <>
      <BackLinks to={deskPages.vouchers} title={t('heading')} />
      <DeskHeading title={t('new.heading')} />
      <form noValidate className="desk-voucher" onSubmit={form.submit(create)}>
        <FormSummary form={form} message={sending.message} />
        <fieldset>
          <legend>{t('new.kind')}</legend>
          {voucherKinds.map((each) => (
            <div key={each} className="desk-choice">
              <label>
                <input className="form-check-input" type="radio" name={radioName} checked={kind === each} onChange={() => setKind(each)} />
                {t(`new.kinds.${each}`)}
              </label>
              {kind === each && each !== 'delivery' && (
                <Field {...form.field('value')} label={t(`new.value.${each}`)} inputMode="decimal" autoComplete="off" />
              )}
            </div>
          ))}
        </fieldset>
        <div className="form-grid">
          {(['from', 'to'] as const).map((name) => (
            <Field key={name} {...form.field(name)} label={t(`new.${name}`)} type="date" isOptional isHalf />
          ))}
          {(['minimum', 'uses', 'perPerson'] as const).map((name) => (
            <Field key={name} {...form.field(name)} label={t(`new.${name}`)} inputMode="decimal" isOptional isHalf />
          ))}
          <Field {...form.field('code')} label={t('new.code')} hint={t('new.codeHint')} isCode isOptional isHalf />
        </div>
        <fieldset className="desk-voucher-goods">
          <legend>{t('new.goods')}</legend>
          <p className="field-hint">{t('new.goodsHint')}</p>
          <CategoryChoice chosen={categories} onChange={setCategories} />
          <ProductChoice chosen={products} onChange={setProducts} />
        </fieldset>
        <p className="desk-words" aria-live="polite">
          {(kind === 'delivery' || Number(value) > 0) &&
            sentence({
              kind,
              value: value || 0,
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
