import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskSynonyms } from '#contract/desk/catalogue.ts';
import { deskPages } from '#contract/desk/endpoints.ts';
import { Back } from '#desk/parts/back.tsx';
import { ChangeForm } from '#desk/parts/change-form.tsx';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { Fetched } from '#desk/parts/fetched.tsx';
import { useChange } from '#desk/parts/use-change.tsx';
import { Field } from '#shared/ui/field.tsx';
import { useForm } from '#shared/ui/use-form.ts';
import { useChangeSynonymsMutation, useDeskSynonymsQuery } from './shelf-api.ts';
import { ShelfLinks } from './shelf-links.tsx';

const Synonyms = ({ found: { version, items }, onShow }: { readonly found: DeskSynonyms; readonly onShow: () => void }) => {
  const { t } = useTranslation('desk-shelf');
  const [said, setSaid] = useState('');
  const [changeSynonyms] = useChangeSynonymsMutation();
  const form = useForm({ texts: { word: '', finds: '' }, validate: () => ({}) });
  const adding = useChange(onShow);
  const removing = useChange(onShow);
  const { word } = form.values;
  const finds = form.values.finds.split(',').flatMap((part) => part.trim() || []);
  const remove = async (removed: string) => {
    const call = () => changeSynonyms({ version, word: removed, finds: [] }).unwrap();
    if (await removing.change(call)) setSaid(t('words.removed', { word: removed }));
  };
  const done = () => {
    form.reset();
    setSaid(t('words.done', { word }));
  };
  return (
    <>
      <div role="status">{said !== '' && <p className="desk-said">{said}</p>}</div>
      {removing.note}
      {items.length === 0 && <p className="desk-empty">{t('words.none')}</p>}
      <ul className="desk-shelf-list">
        {items.map((synonym) => (
          <li key={synonym.word}>
            <div>
              <p>{t('words.row', { word: synonym.word, finds: synonym.finds.join(', ') })}</p>
              <p className="quiet">
                {t('words.products', { count: synonym.products })}
                {synonym.unknown.length > 0 && ` ${t('words.unknown', { words: synonym.unknown.join(', ') })}`}
              </p>
            </div>
            <div className="desk-actions">
              <button
                type="button"
                className="btn btn-link"
                onClick={() => form.setValues({ word: synonym.word, finds: synonym.finds.join(', ') })}
              >
                {t('words.edit')}
                <span className="visually-hidden"> {synonym.word}</span>
              </button>
              <button type="button" className="btn btn-link" aria-disabled={removing.isBusy} onClick={() => void remove(synonym.word)}>
                {t('words.remove')}
                <span className="visually-hidden"> {synonym.word}</span>
              </button>
            </div>
          </li>
        ))}
      </ul>
      <section className="desk-panel" aria-labelledby="set">
        <h2 id="set">{t('words.heading')}</h2>
        <ChangeForm
          changing={adding}
          call={() => changeSynonyms({ version, word, finds }).unwrap()}
          onDone={done}
          submit={t('words.press')}
          isReady={word.trim() !== '' && finds.length > 0}
        >
          <Field {...form.field('word')} label={t('words.word')} maxLength={60} autoCapitalize="none" />
          <Field {...form.field('finds')} label={t('words.finds')} hint={t('words.hint')} autoCapitalize="none" />
        </ChangeForm>
      </section>
    </>
  );
};

/** Words that the search takes for others. */
export const SearchWordsScreen = () => {
  const { t } = useTranslation('desk-shelf');
  const query = useDeskSynonymsQuery();
  return (
    <>
      <Back to={deskPages.products} title={t('back')} />
      <DeskHeading title={t('links.searchWords')} lead={t('words.lead')}>
        <ShelfLinks />
      </DeskHeading>
      <Fetched query={query}>{(found) => <Synonyms found={found} onShow={() => void query.refetch()} />}</Fetched>
    </>
  );
};
