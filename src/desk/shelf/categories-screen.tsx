import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CategoryChange, DeskCategories } from '#contract/desk/catalogue.ts';
import { deskPages } from '#contract/desk/endpoints.ts';
import { Back } from '#desk/parts/back.tsx';
import { ChangeForm } from '#desk/parts/change-form.tsx';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { Fetched } from '#desk/parts/fetched.tsx';
import { useChange } from '#desk/parts/use-change.tsx';
import { ConfirmButton } from '#shared/ui/confirm-button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { useForm } from '#shared/ui/use-form.ts';
import { useChangeCategoriesMutation, useDeskCategoriesQuery } from './shelf-api.ts';
import { ShelfLinks } from './shelf-links.tsx';

type Category = DeskCategories['items'][number];
type Change = CategoryChange['change'];
type FormProps = {
  readonly category?: Category;
  readonly changing: ReturnType<typeof useChange>;
  readonly send: (change: Change) => Promise<unknown>;
  readonly onDone: (said: string) => void;
};

/** Name and sentence of a category, or of a new one. */
const CategoryForm = ({ category, changing, send, onDone }: FormProps) => {
  const { t } = useTranslation('desk-shelf');
  const form = useForm({ texts: { name: category?.name ?? '', description: category?.description ?? '' }, validate: () => ({}) });
  const { name, description } = form.values;
  const call = () => send(category ? { what: 'edit', slug: category.slug, name, description } : { what: 'add', name, description });
  const done = () => {
    if (!category) form.reset();
    onDone(t(category ? 'categories.edited' : 'categories.added', { name }));
  };
  const submit = t(category ? 'categories.save' : 'categories.add');
  return (
    <ChangeForm changing={changing} call={call} onDone={done} submit={submit} isReady={name.trim() !== ''} isQuiet={category !== undefined}>
      <Field {...form.field('name')} label={t('categories.name')} maxLength={60} />
      <Field {...form.field('description')} label={t('categories.sentence')} hint={t('categories.hint')} isOptional maxLength={200} />
    </ChangeForm>
  );
};

const Categories = ({ found: { version, items }, onShow }: { readonly found: DeskCategories; readonly onShow: () => void }) => {
  const { t } = useTranslation('desk-shelf');
  const [said, setSaid] = useState('');
  const [edited, setEdited] = useState<string>();
  const [changeCategories] = useChangeCategoriesMutation();
  const changing = useChange(onShow);
  const editing = useChange(onShow);
  const send = (change: Change) => changeCategories({ version, change }).unwrap();
  const press = async (change: Change, done: string) => {
    if (await changing.change(() => send(change))) setSaid(done);
  };
  const done = (text: string) => {
    setEdited(undefined);
    setSaid(text);
  };
  const move = (at: number, by: -1 | 1) => {
    const slugs = items.map(({ slug }) => slug);
    const [moved = ''] = slugs.splice(at, 1);
    slugs.splice(at + by, 0, moved);
    void press({ what: 'order', slugs }, t('categories.moved', { name: items[at]?.name, place: at + by + 1, count: items.length }));
  };
  return (
    <>
      <div role="status">{said !== '' && <p className="desk-said">{said}</p>}</div>
      {changing.note}
      {items.length === 0 && <p className="desk-empty">{t('categories.none')}</p>}
      <ol className="desk-shelf-list">
        {items.map((category, at) => {
          const { slug, name, description, products } = category;
          return (
            <li key={slug}>
              <div>
                <p>
                  <strong>{name}</strong> <span className="quiet">{t('categories.products', { count: products })}</span>
                </p>
                <p className="quiet">{description}</p>
              </div>
              <div className="desk-actions">
                <button type="button" className="btn btn-link" aria-disabled={at === 0} onClick={() => at > 0 && move(at, -1)}>
                  {t('categories.earlier')}
                  <span className="visually-hidden"> {name}</span>
                </button>
                <button
                  type="button"
                  className="btn btn-link"
                  aria-disabled={at === items.length - 1}
                  onClick={() => at < items.length - 1 && move(at, 1)}
                >
                  {t('categories.later')}
                  <span className="visually-hidden"> {name}</span>
                </button>
                <button
                  type="button"
                  className="btn btn-link"
                  aria-expanded={edited === slug}
                  onClick={() => setEdited(edited === slug ? undefined : slug)}
                >
                  {t('categories.edit')}
                  <span className="visually-hidden"> {name}</span>
                </button>
                {products === 0 && (
                  <ConfirmButton
                    label={t('categories.remove', { name })}
                    text={t('categories.removeText')}
                    onConfirm={() => void press({ what: 'remove', slug }, t('categories.removed', { name }))}
                  />
                )}
              </div>
              {edited === slug && <CategoryForm category={category} changing={editing} send={send} onDone={done} />}
            </li>
          );
        })}
      </ol>
      <section className="desk-panel" aria-labelledby="new">
        <h2 id="new">{t('categories.new')}</h2>
        <CategoryForm changing={useChange(onShow)} send={send} onDone={done} />
      </section>
    </>
  );
};

/** The categories in the order in which shoppers see them. */
export const CategoriesScreen = () => {
  const { t } = useTranslation('desk-shelf');
  const query = useDeskCategoriesQuery();
  return (
    <>
      <Back to={deskPages.products} title={t('back')} />
      <DeskHeading title={t('links.categories')} lead={t('categories.lead')}>
        <ShelfLinks />
      </DeskHeading>
      <Fetched query={query}>{(found) => <Categories found={found} onShow={() => void query.refetch()} />}</Fetched>
    </>
  );
};
