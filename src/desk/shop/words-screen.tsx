import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { deskEndpoints, deskPages } from '#contract/desk/endpoints.ts';
import type { DeskWords } from '#contract/desk/shop.ts';
import { callTo, useRead } from '#desk/desk-api.ts';
import { useChange } from '#desk/parts/change-form.tsx';
import { BackLinks, DeskHeading } from '#desk/parts/desk-heading.tsx';
import { Fetched, useView, ViewTabs } from '#desk/parts/fetched.tsx';
import { SelectField } from '#shared/ui/field.tsx';
import { SearchForm } from '#shared/ui/search-form.tsx';
import { ShopField } from './shop-field.tsx';

type Word = DeskWords['items'][number];

/** One text: the original, and the field with what shoppers read. */
const WordRow = ({ word, version }: { readonly word: Word; readonly version: number }) => {
  const { t } = useTranslation('desk-shop');
  const { namespace, key, original, text } = word;
  const [typed, setTyped] = useState(text ?? original);
  const { change, isBusy, note, errors } = useChange();
  const send = (next: string | null) =>
    change(callTo(deskEndpoints.changeWord, { version, namespace, key, text: next === original ? null : next }), {
      successMessage: next === null ? t('words.restored') : t('saved'),
      onDone: () => next === null && setTyped(original),
    });
  return (
    <li>
      <form
        className="desk-stack"
        onSubmit={(event) => {
          event.preventDefault();
          void send(typed);
        }}
      >
        <ShopField
          label={t('words.label', { page: t(`words.pages.${namespace}`, { defaultValue: namespace }), key })}
          rows={Math.min(8, 1 + Math.floor(typed.length / 70))}
          value={typed}
          {...(text !== null && { hint: t('words.original', { text: original }) })}
          error={errors?.text}
          onText={setTyped}
        />
        {note}
        <div className="desk-actions">
          {typed !== (text ?? original) && (
            <button type="submit" className="btn btn-primary" aria-disabled={isBusy} aria-busy={isBusy}>
              {t('save')}
            </button>
          )}
          {text !== null && (
            <button type="button" className="btn btn-outline-primary" aria-disabled={isBusy} onClick={() => void send(null)}>
              {t('words.restore')}
            </button>
          )}
        </div>
      </form>
    </li>
  );
};

const views = ['all', 'changed'] as const;

const Words = ({ found: { items, total, unused, version } }: { readonly found: DeskWords }) => {
  const { t } = useTranslation('desk-shop');
  return (
    <>
      {unused.length > 0 && (
        <section className="note">
          <p>{t('words.unused', { count: unused.length })}</p>
          <ul>
            {unused.map(({ namespace, key, text }) => (
              <li key={`${namespace} ${key}`}>{text}</li>
            ))}
          </ul>
        </section>
      )}
      {items.length === 0 && <p className="desk-empty">{t('words.none')}</p>}
      <ul className="desk-shop-words">
        {items.map((word) => (
          <WordRow key={`${word.namespace} ${word.key}`} word={word} version={version} />
        ))}
      </ul>
      {total > items.length && <p className="desk-empty">{t('words.more', { count: total - items.length })}</p>}
    </>
  );
};

/** Every text that shoppers read, to find by its words or by its page, with the seller's own in place of the original. */
export const WordsScreen = () => {
  const { t } = useTranslation('desk-shop');
  const view = useView(views);
  const [params, setParams] = useSearchParams();
  const q = params.get('q') ?? '';
  const page = params.get('page') ?? '';
  const query = useRead(deskEndpoints.words, { view, q, page });
  const show = (asked: { readonly q?: string; readonly page?: string }) => {
    const next = { q, page, ...asked };
    setParams({ view, ...(next.q !== '' && { q: next.q }), ...(next.page !== '' && { page: next.page }) });
  };
  const pages = query.data?.pages ?? (page === '' ? [] : [page]);
  return (
    <>
      <BackLinks to={deskPages.settings} title={t('back')} />
      <DeskHeading title={t('words.heading')} lead={t('words.lead')} />
      <ViewTabs label={t('words.views.label')} views={views} titleOf={(key) => t(`words.views.${key}`)} current={view} />
      <div className="desk-shop-pair">
        <SearchForm
          fieldKey={q}
          action={deskPages.words}
          label={t('words.search')}
          submitLabel={t('words.find')}
          placeholder={t('words.search')}
          defaultValue={q}
          onSearch={(text) => show({ q: text })}
        />
        <SelectField
          id="page"
          name="page"
          label={t('words.page')}
          value={page}
          error={undefined}
          onChange={(value) => show({ page: value })}
        >
          <option value="">{t('words.everywhere')}</option>
          {pages.map((name) => (
            <option key={name} value={name}>
              {t(`words.pages.${name}`, { defaultValue: name })}
            </option>
          ))}
        </SelectField>
      </div>
      <Fetched query={query}>{(found) => <Words found={found} />}</Fetched>
    </>
  );
};
