import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type NavigateOptions, useBlocker, useParams } from 'react-router-dom';
import { deskEndpoints, deskPageOf, deskPages } from '#contract/desk/endpoints.ts';
import type { DeskProduct, ProductChanges, ProductFields } from '#contract/desk/products.ts';
import { csvFields } from '#contract/product-fields.ts';
import { slugOf } from '#contract/slug.ts';
import { type Call, callTo, useIsSeller, useRead } from '#desk/desk-api.ts';
import { useChange } from '#desk/parts/change-form.tsx';
import { BackLinks, DeskHeading, useSay } from '#desk/parts/desk-heading.tsx';
import { Fetched } from '#desk/parts/fetched.tsx';
import { StateMark } from '#desk/parts/state-mark.tsx';
import { useNavigateWhileHere } from '#shared/hooks/use-navigate-while-here.ts';
import { paths } from '#shared/paths.ts';
import { ConfirmButton } from '#shared/ui/confirm-button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Field } from '#shared/ui/field.tsx';
import { dividedPieces, withPieces } from './divided-pieces.ts';
import { ProductChoices } from './product-choices.tsx';
import { ProductPanels, ProductTexts } from './product-fields.tsx';
import { ProductPictures } from './product-pictures.tsx';
import { StockTable } from './stock-table.tsx';

/** An id is at most 100 characters. */
const idOf = (name: string): string => slugOf(name).slice(0, 100);

const noFields: ProductFields = {
  sku: '',
  name: '',
  shortDescription: '',
  fullDescription: '',
  basePrice: Number.NaN,
  discount: 0,
  resellerPrice: 0,
  deliveryCost: 0,
  makingDays: 0,
  categories: [],
  tags: [],
  ...(Object.fromEntries(csvFields.map((name) => [name, ''])) as Record<(typeof csvFields)[number], string>),
  new: false,
  personalised: false,
  featured: 0,
  images: [],
  colors: [],
  types: [],
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Three versions of a list to merge; `keyOf` identifies rows, `mergeRow` merges a row that both sides may have changed. */
type Merging<Row> = {
  readonly base: readonly Row[];
  readonly mine: readonly Row[];
  readonly now: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly mergeRow?: (mine: Row, base: Row, now: Row) => Row;
};

/** Three-way merge: `mine` in its order, with what `now` has changed, added and removed since `base`. */
const mergeRows = <Row,>({ base, mine, now, keyOf, mergeRow = (row) => row }: Merging<Row>): Row[] => {
  const find = (rows: readonly Row[], row: Row) => rows.find((each) => keyOf(each) === keyOf(row));
  const kept = mine.flatMap((row) => {
    const [before, after] = [find(base, row), find(now, row)];
    if (before === undefined) return [row];
    if (after === undefined) return isSame(row, before) ? [] : [row];
    return [isSame(row, before) ? after : mergeRow(row, before, after)];
  });
  return [...kept, ...now.filter((row) => find(base, row) === undefined && find(mine, row) === undefined)];
};

const mergeTexts = (mine: readonly string[], base: readonly string[], now: readonly string[]): string[] =>
  mergeRows({ base, mine, now, keyOf: (text) => text });

/** Applies changes made to `base` to the current product: in lists, rows that somebody else has changed, added or removed are kept so. */
const rebasedChanges = (
  { images, colors, types, categories, tags, ...changes }: ProductChanges,
  base: ProductFields,
  now: ProductFields,
) => ({
  ...changes,
  ...(images && { images: mergeRows({ base: base.images, mine: images, now: now.images, keyOf: ({ file }) => file }) }),
  ...(colors && {
    colors: mergeRows({
      base: base.colors,
      mine: colors,
      now: now.colors,
      keyOf: ({ color, was }) => was || color,
      mergeRow: (mine, before, after) => ({
        ...mine,
        sizes: mergeRows({ base: before.sizes, mine: mine.sizes, now: after.sizes, keyOf: ({ name, was }) => was || name }),
      }),
    }),
  }),
  ...(types && { types: mergeRows({ base: base.types, mine: types, now: now.types, keyOf: ({ id }) => id }) }),
  ...(categories && { categories: mergeTexts(categories, base.categories, now.categories) }),
  ...(tags && { tags: mergeTexts(tags, base.tags, now.tags) }),
});

/** The colours and sizes as they are called since these fields were saved, so that what is typed afterwards is another name of that. */
const withSavedNames = ({ colors, ...fields }: ProductFields, sent: ProductFields): ProductFields => {
  const withSavedName = <Row extends { readonly was?: string | undefined }>(
    row: Row,
    rows: readonly Row[],
    nameOf: (row: Row) => string,
  ): Row => {
    const saved = rows.find((other) => (other.was || nameOf(other)) === (row.was || nameOf(row)));
    if (!saved) return row;
    return { ...row, was: nameOf(saved) === nameOf(row) ? undefined : nameOf(saved) };
  };
  return {
    ...fields,
    colors: colors.map((color) => {
      const saved = sent.colors.find((other) => (other.was || other.color) === (color.was || color.color));
      const sizes = color.sizes.map(({ pieces: _, ...size }) => withSavedName(size, saved?.sizes ?? [], ({ name }) => name));
      return { ...withSavedName(color, sent.colors, (row) => row.color), sizes };
    }),
    types: fields.types.map(({ pieces: _, ...type }) => type),
  };
};

const changesOf = (fields: ProductChanges, stored: ProductFields): ProductChanges =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => !isSame(value, stored[name as keyof ProductFields])));

/**
 * Gives new options an id made of their name, with a number if an option of another name has that id. Saved ids stay, because orders refer to them.
 */
const withTypeIds = ({ types, ...changes }: ProductChanges): ProductChanges => {
  if (!types) return changes;
  const typesWithId: ProductFields['types'] = types.filter(({ id }) => id !== '');
  const idFor = (name: string, number = 1): string => {
    const id = number === 1 ? idOf(name) : `${idOf(name)}-${number}`;
    return typesWithId.some((type) => type.id === id && type.name !== name) ? idFor(name, number + 1) : id;
  };
  const all = types.map((type) => {
    if (type.id !== '') return type;
    const added = { ...type, id: idFor(type.name) };
    typesWithId.push(added);
    return added;
  });
  return { ...changes, types: all };
};

/**
 * The edited fields of a product. From the first edit on they are compared with the product of that moment, whose revision the server checks, so that
 * somebody else's change is not mistaken for an own one.
 */
const useDraft = (product: DeskProduct | undefined) => {
  const [heldProduct, setHeldProduct] = useState<DeskProduct>();
  const [changes, setChanges] = useState<ProductChanges>({});
  const isDirty = Object.keys(changes).length > 0;
  const base = isDirty ? heldProduct : product;
  const storedFields = base?.fields ?? noFields;
  const merge = (some: ProductChanges) => ({ ...storedFields, ...some }) as ProductFields;
  return {
    base,
    changes,
    fields: merge(changes),
    isDirty,
    set: (change: ProductChanges | ((now: ProductFields) => ProductChanges)) => {
      if (!isDirty) setHeldProduct(product);
      setChanges((before) => {
        const next = { ...before, ...(typeof change === 'function' ? change(merge(before)) : change) };
        return changesOf(next, storedFields);
      });
    },
    /** After a conflict: keeps what was typed, as changes to the current product. */
    rebase: (now: DeskProduct) => {
      setHeldProduct(now);
      setChanges((before) => changesOf(rebasedChanges(before, storedFields, now.fields), now.fields));
    },
    /** After saving `sent`: keeps what was typed while the call was under way as unsaved changes, even in a field that has its old value again. */
    saved: (sent: ProductChanges, now: DeskProduct) => {
      setHeldProduct(now);
      setChanges((typed) => {
        const [mine, base] = [merge(typed), merge(sent)].map((fields) => withSavedNames(fields, merge(sent))) as [
          ProductFields,
          ProductFields,
        ];
        return changesOf(rebasedChanges(changesOf(mine, withSavedNames(merge(changes), merge(sent))), base, now.fields), now.fields);
      });
    },
    discard: () => setChanges({}),
  };
};

/** Names of the fields and lists that show their own errors. */
const namesOf = ({ images, colors, types }: ProductFields): ReadonlySet<string> =>
  new Set([
    ...Object.keys(noFields).filter((name) => name !== 'categories' && (name !== 'optionLabel' || types.length > 0)),
    'stock',
    'saleCount',
    ...images.map((_, at) => `images.${at}.alt`),
    ...colors.flatMap(({ sizes }, at) => [
      `colors.${at}.color`,
      ...sizes.flatMap((_, index) => ['name', 'pieces'].map((name) => `colors.${at}.sizes.${index}.${name}`)),
    ]),
    ...types.flatMap((_, at) => ['name', 'basePrice', 'netQuantity', 'isCounted', 'pieces'].map((name) => `types.${at}.${name}`)),
  ]);

type OtherErrorsProps = {
  readonly errors: Readonly<Record<string, string>>;
  readonly fields: ProductFields;
  readonly isNew: boolean;
};

/** Server errors that no field shows, each with the name of what it is about. */
const OtherErrors = ({ errors, fields, isNew }: OtherErrorsProps) => {
  const { t } = useTranslation('desk-products');
  const shown = namesOf(fields);
  const others = Object.entries(errors)
    .map(([key, error]) => ({ key: key.replace(/^fields\./, ''), error }))
    .filter(({ key }) => !shown.has(key) && !(isNew && key === 'id'));
  if (others.length === 0) return null;
  const about = (key: string): string => {
    const [name = ''] = key.split('.');
    return name in noFields ? `${t(`fields.${name as keyof ProductFields}`)}: ` : '';
  };
  return (
    <ul role="alert" className="field-error">
      {others.map(({ key, error }) => (
        <li key={key}>
          {about(key)}
          {error}
        </li>
      ))}
    </ul>
  );
};

/** Asks before a page with unsaved changes is left. Returns the dialog, and a `navigate` that does not ask. */
const useLeaveQuestion = (isDirty: boolean) => {
  const { t } = useTranslation('desk-products');
  const navigate = useNavigateWhileHere();
  const passesRef = useRef(false);
  const blocker = useBlocker(() => isDirty && !passesRef.current);
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  const question = (
    <Dialog isOpen={blocker.state === 'blocked'} onClose={() => blocker.reset?.()} label={t('leave.heading')} className="confirm-dialog">
      <h2>{t('leave.heading')}</h2>
      <p>{t('leave.text')}</p>
      <div className="button-row">
        <button type="button" className="btn btn-outline-primary is-danger" onClick={() => blocker.proceed?.()}>
          {t('leave.leave')}
        </button>
        <button type="button" className="btn btn-primary" onClick={() => blocker.reset?.()}>
          {t('leave.stay')}
        </button>
      </div>
    </Dialog>
  );
  const leaveTo = (path: string, options?: NavigateOptions) => {
    passesRef.current = true;
    return navigate(path, options);
  };
  return { question, leaveTo };
};

/** What is said when a product goes on sale: also what shoppers do not see of it yet. */
const useSoldText = () => {
  const { t } = useTranslation('desk-products');
  return ({ counters, fields: { images, shortDescription, fullDescription, categories } }: DeskProduct): string => {
    const parts = [
      ...(images.length === 0 ? [t('steps.parts.images')] : []),
      ...(shortDescription === '' && fullDescription === '' ? [t('steps.parts.description')] : []),
      ...(categories.length === 0 ? [t('steps.parts.categories')] : []),
    ];
    const sold = t(counters.some(({ toSell }) => toSell > 0) ? 'steps.sold' : 'steps.soldNone');
    return parts.length === 0 ? sold : `${sold} ${t('steps.bare', { parts: parts.join(', ') })}`;
  };
};

type EditorProps = { readonly product?: DeskProduct; readonly onShow: () => Promise<DeskProduct | undefined> };

/** A product, or a new one: what shoppers read and pay, its pictures and choices. Stock is beside it, and saved as a count. */
const Editor = ({ product, onShow }: EditorProps) => {
  const { t } = useTranslation('desk-products');
  const fieldId = useId();
  const isSeller = useIsSeller();
  const say = useSay();
  const { base, changes, fields, isDirty, set, rebase, saved, discard } = useDraft(product);
  const [typedId, setTypedId] = useState<string>();
  const [uploaded, setUploaded] = useState<Readonly<Record<string, string>>>({});
  const [isUploading, setIsUploading] = useState(false);
  const [version, setVersion] = useState(0);
  const { question, leaveTo } = useLeaveQuestion(isDirty);
  const soldText = useSoldText();
  const {
    change,
    isBusy,
    note,
    errors = {},
  } = useChange(() => void onShow().then((now) => now && rebase(now)), {
    code: 'pieces',
    action: t('choices.drop'),
    onYes: () => void save(true),
  });
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  const id = typedId ?? idOf(fields.name);
  const notes = (
    <>
      {note}
      <OtherErrors errors={errors} fields={fields} isNew={!product} />
    </>
  );
  const field = (name: string) => ({ id: `${fieldId}${name}`, name, error: errors[name] ?? errors[`fields.${name}`] });
  // A new product cannot be edited while it is being created: its own page follows.
  const canType = isSeller && (product !== undefined || !isBusy);
  const editing = { fields, set, field };
  const save = (dropsPieces = false) => {
    say('');
    const sent = withTypeIds(withPieces(changes, base, fields));
    if (!base)
      return change(callTo(deskEndpoints.createProduct, { id, fields: { ...sent, name: fields.name, basePrice: fields.basePrice } }), {
        onDone: () => leaveTo(deskPageOf('products', id), { replace: true }),
      });
    const { piecesSeen } = dividedPieces(base, fields);
    return change(callTo(deskEndpoints.saveProduct, { id: base.id, revision: base.revision, fields: sent, piecesSeen, dropsPieces }), {
      successMessage: t('saved'),
      onDone: (now) => saved(sent, now),
    });
  };
  const seenRevision = base && { id: base.id, revision: base.revision };
  const step = (call: Call<DeskProduct>, said: string | ((now: DeskProduct) => string)) => {
    say('');
    void change(call, { successMessage: said });
  };
  const remove = () =>
    seenRevision && change(callTo(deskEndpoints.removeProduct, seenRevision), { onDone: () => leaveTo(deskPages.products) });
  return (
    <>
      <BackLinks to={deskPages.products} title={t('heading')} />
      <DeskHeading
        title={product?.fields.name ?? t('new.heading')}
        lead={
          product && (
            <span className="desk-head-facts">
              <StateMark status={product.state} />
              <span>{t('facts.sold', { count: product.sold })}</span>
              {product.reviews > 0 && <span>{t('facts.rating', { stars: product.rating, count: product.reviews })}</span>}
              {product.waiting > 0 && <span>{t('facts.waiting', { count: product.waiting })}</span>}
            </span>
          )
        }
      >
        {product && product.state !== 'draft' && (
          <a className="btn btn-outline-primary" href={paths.product(product.id)}>
            {t('steps.see')}
          </a>
        )}
        {seenRevision && product && isSeller && !isDirty && (
          <>
            {product.state === 'sold' ? (
              <ConfirmButton
                label={t('steps.withdraw')}
                text={t('steps.withdrawText')}
                onConfirm={() => step(callTo(deskEndpoints.withdrawProduct, seenRevision), t('steps.withdrawn'))}
              />
            ) : (
              <button
                type="button"
                className="btn btn-primary"
                aria-disabled={isBusy}
                onClick={() => step(callTo(deskEndpoints.sellProduct, seenRevision), soldText)}
              >
                {t(product.state === 'draft' ? 'steps.sell' : 'steps.again')}
              </button>
            )}
            <ConfirmButton label={t('steps.remove')} text={t('steps.removeText')} onConfirm={() => void remove()} />
          </>
        )}
      </DeskHeading>
      {!isDirty && notes}
      <form
        key={version}
        ref={formRef}
        noValidate
        className="desk-split desk-product"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && !isUploading) void save();
        }}
      >
        <div>
          <fieldset disabled={!canType}>
            <ProductTexts {...editing} />
            {!product && (
              <section>
                <Field {...field('id')} label={t('new.id')} hint={t('new.idHint')} value={id} isCode onChange={setTypedId} />
              </section>
            )}
            <ProductPictures
              {...editing}
              sources={{ ...product?.pictures, ...uploaded }}
              onUploaded={(file, src) => setUploaded((before) => ({ ...before, [file]: src }))}
              onBusy={setIsUploading}
              isDisabled={!isSeller}
            />
            <ProductChoices {...editing} product={base} />
          </fieldset>
          {product && (
            <section className="desk-shelf">
              <h2>{t('count.heading')}</h2>
              <p className="quiet">{t('count.lead')}</p>
              <StockTable
                caption={t('count.heading')}
                rows={product.counters.map((row) => ({ row, name: row.choice === '' ? product.fields.name : row.choice }))}
                onShow={() => void onShow()}
              />
            </section>
          )}
        </div>
        <fieldset disabled={!canType}>
          <ProductPanels {...editing} product={product} />
        </fieldset>
        {isDirty && (
          <div className="desk-save">
            <p>
              <strong>{t('save.unsaved')}</strong>{' '}
              {Object.keys(changes)
                .map((name) => t(`fields.${name as keyof ProductFields}`))
                .join(', ')}
            </p>
            {notes}
            <button
              type="button"
              className="btn btn-outline-primary"
              onClick={() => {
                discard();
                setVersion(version + 1);
              }}
            >
              {t('save.discard')}
            </button>
            <button type="submit" className="btn btn-primary" aria-disabled={isBusy || isUploading} aria-busy={isBusy}>
              {isBusy ? t('save.busy') : t('save.save')}
            </button>
          </div>
        )}
      </form>
      {question}
    </>
  );
};

/** One product, to change, count, sell and withdraw. */
export const ProductScreen = () => {
  const { productId = '' } = useParams();
  const query = useRead(deskEndpoints.product, { id: productId }, { refetchOnFocus: true, refetchOnMountOrArgChange: true });
  return (
    <Fetched query={query}>
      {(product) => <Editor key={productId} product={product} onShow={async () => (await query.refetch()).data} />}
    </Fetched>
  );
};

/** A product that there is not yet; what is saved is a draft. */
export const NewProductScreen = () => <Editor onShow={() => Promise.resolve(undefined)} />;
