import { useTranslation } from 'react-i18next';
import type { DeskSynonyms } from '#contract/desk/catalogue.ts';
import { deskEndpoints, deskPages } from '#contract/desk/endpoints.ts';
import { callTo, useRead } from '#desk/desk-api.ts';
import { ChangeForm, useChange } from '#desk/parts/change-form.tsx';
import { Back, DeskHeading } from '#desk/parts/desk-heading.tsx';
import { Fetched } from '#desk/parts/fetched.tsx';
import { Panel, RowButton } from '#desk/parts/row.tsx';
import { Field } from '#shared/ui/field.tsx';
import { useForm } from '#shared/ui/use-form.ts';
import { ShelfLinks } from './shelf-links.tsx';

const Synonyms = ({ version, items }: DeskSynonyms) => {
  const { t } = useTranslation('desk-shelf');
  const form = useForm({ texts: { word: '', finds: '' }, validate: () => ({}) });
  const { change, isBusy, note } = useChange();
  const { word } = form.values;
  const finds = form.values.finds.split(',').flatMap((part) => part.trim() || []);
  const callOf = (set: Pick<DeskSynonyms['items'][number], 'word' | 'finds'>) => callTo(deskEndpoints.changeSynonyms, { version, ...set });
  const remove = (removed: string) => void change(callOf({ word: removed, finds: [] }), { said: t('words.removed', { word: removed }) });
  return (
    <>
      {note}
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
              <RowButton name={synonym.word} onPress={() => form.setValues({ word: synonym.word, finds: synonym.finds.join(', ') })}>
                {t('words.edit')}
              </RowButton>
              <RowButton name={synonym.word} isOff={isBusy} onPress={() => remove(synonym.word)}>
                {t('words.remove')}
              </RowButton>
            </div>
          </li>
        ))}
      </ul>
      <Panel title={t('words.heading')}>
        <ChangeForm
          call={callOf({ word, finds })}
          onDone={form.reset}
          submit={t('words.press')}
          said={t('words.done', { word })}
          isReady={word.trim() !== '' && finds.length > 0}
        >
          <Field {...form.field('word')} label={t('words.word')} maxLength={60} autoCapitalize="none" />
          <Field {...form.field('finds')} label={t('words.finds')} hint={t('words.hint')} autoCapitalize="none" />
        </ChangeForm>
      </Panel>
    </>
  );
};

/** The seller's synonyms for the search. */
export const SearchWordsScreen = () => {
  const { t } = useTranslation('desk-shelf');
  return (
    <>
      <Back to={deskPages.products} title={t('back')} />
      <DeskHeading title={t('links.searchWords')} lead={t('words.lead')}>
        <ShelfLinks />
      </DeskHeading>
      <Fetched query={useRead(deskEndpoints.synonyms, {})}>{(found) => <Synonyms {...found} />}</Fetched>
    </>
  );
};
