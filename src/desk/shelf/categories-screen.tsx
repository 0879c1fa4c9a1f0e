import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CategoryChange, DeskCategories } from '#contract/desk/catalogue.ts';
import { deskEndpoints, deskPages } from '#contract/desk/endpoints.ts';
import { callTo, useRead } from '#desk/desk-api.ts';
import { ChangeForm, useChange } from '#desk/parts/change-form.tsx';
import { BackLinks, DeskHeading } from '#desk/parts/desk-heading.tsx';
import { Fetched } from '#desk/parts/fetched.tsx';
import { Panel, RowButton } from '#desk/parts/row.tsx';
import { useVersionSeen } from '#desk/parts/use-version-seen.ts';
import { ConfirmButton } from '#shared/ui/confirm-button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { useForm } from '#shared/ui/use-form.ts';
import { ShelfLinks } from './shelf-links.tsx';

type Category = DeskCategories['items'][number];
type Change = CategoryChange['change'];
const callOf = (version: string, change: Change) => callTo(deskEndpoints.changeCategories, { version, change });

type FormProps = {
  readonly category?: Category;
  readonly version: string;
  readonly onDone?: () => void;
};

/** Name and sentence of a category, or of a new one. */
const CategoryForm = ({ category, version, onDone }: FormProps) => {
  const { t } = useTranslation('desk-shelf');
  const seen = useVersionSeen(version, category && [category.name, category.description]);
  const changing = useChange(seen.show);
  const form = useForm({
    texts: { name: category?.name ?? '', description: category?.description ?? '' },
    isFollowing: true,
    validate: () => ({}),
  });
  const { name, description } = form.values;
  return (
    <ChangeForm
      changing={changing}
      call={callOf(seen.version, category ? { what: 'edit', slug: category.slug, name, description } : { what: 'add', name, description })}
      submit={t(category ? 'categories.save' : 'categories.add')}
      successMessage={t(category ? 'categories.edited' : 'categories.added', { name })}
      onDone={onDone ?? form.reset}
      isReady={name.trim() !== ''}
      isQuiet={category !== undefined}
    >
      {changing.note}
      <Field {...form.field('name')} label={t('categories.name')} maxLength={60} />
      <Field {...form.field('description')} label={t('categories.sentence')} hint={t('categories.hint')} isOptional maxLength={200} />
    </ChangeForm>
  );
};

const Categories = ({ version, items }: DeskCategories) => {
  const { t } = useTranslation('desk-shelf');
  const id = useId();
  const [editedSlug, setEditedSlug] = useState<string>();
  const { change, note } = useChange();
  const press = (wanted: Change, said: string) => void change(callOf(version, wanted), { successMessage: said });
  const move = (at: number, by: -1 | 1) => {
    const slugs = items.map(({ slug }) => slug);
    const [moved = ''] = slugs.splice(at, 1);
    slugs.splice(at + by, 0, moved);
    press({ what: 'order', slugs }, t('categories.moved', { name: items[at]?.name, place: at + by + 1, count: items.length }));
  };
  return (
    <>
      {note}
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
                <RowButton name={name} isOff={at === 0} onPress={() => move(at, -1)}>
                  {t('categories.earlier')}
                </RowButton>
                <RowButton name={name} isOff={at === items.length - 1} onPress={() => move(at, 1)}>
                  {t('categories.later')}
                </RowButton>
                <RowButton
                  id={id + slug}
                  name={name}
                  isExpanded={editedSlug === slug}
                  onPress={() => setEditedSlug(editedSlug === slug ? undefined : slug)}
                >
                  {t('categories.edit')}
                </RowButton>
                {products === 0 && (
                  <ConfirmButton
                    label={t('categories.remove', { name })}
                    text={t('categories.removeText')}
                    onConfirm={() => press({ what: 'remove', slug }, t('categories.removed', { name }))}
                  />
                )}
              </div>
              {editedSlug === slug && (
                <CategoryForm
                  category={category}
                  version={version}
                  onDone={() => {
                    document.getElementById(id + slug)?.focus();
                    setEditedSlug(undefined);
                  }}
                />
              )}
            </li>
          );
        })}
      </ol>
      <Panel title={t('categories.new')}>
        <CategoryForm version={version} />
      </Panel>
    </>
  );
};

/** The categories in the order in which shoppers see them. */
export const CategoriesScreen = () => {
  const { t } = useTranslation('desk-shelf');
  return (
    <>
      <BackLinks to={deskPages.products} title={t('back')} />
      <DeskHeading title={t('links.categories')} lead={t('categories.lead')}>
        <ShelfLinks />
      </DeskHeading>
      <Fetched query={useRead(deskEndpoints.categories, {})}>{(found) => <Categories {...found} />}</Fetched>
    </>
  );
};
