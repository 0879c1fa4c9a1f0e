import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskSynonyms } from '#contract/desk/catalogue.ts';
import { deskEndpoints, deskPages } from '#contract/desk/endpoints.ts';
import { callTo, useRead } from '#desk/desk-api.ts';
import { ChangeForm, useChange } from '#desk/parts/change-form.tsx';
import { BackLinks, DeskHeading } from '#desk/parts/desk-heading.tsx';
import { Fetched } from '#desk/parts/fetched.tsx';
import { Panel, RowButton } from '#desk/parts/row.tsx';
import { useVersionSeen } from '#desk/parts/use-version-seen.ts';
import { Field } from '#shared/ui/field.tsx';
import { useForm } from '#shared/ui/use-form.ts';
import { ShelfLinks } from './shelf-links.tsx';

type Synonym = DeskSynonyms['items'][number];
type SynonymFields = Pick<Synonym, 'word' | 'finds'>;

const partsOf = (text: string): readonly string[] => text.split(',').flatMap((part) => part.trim() || []);

type FormProps = { readonly version: string };

const callOf = (version: string, set: SynonymFields) => callTo(deskEndpoints.changeSynonyms, { version, ...set });

/** Another word, which has a form of its own: what is typed here stays when a word of the list is edited. */
const NewWord = ({ version }: FormProps) => {
  const { t } = useTranslation('desk-shelf');
  const form = useForm({ texts: { word: '', finds: '' }, validate: () => ({}) });
  const { word } = form.values;
  const finds = partsOf(form.values.finds);
  return (
    <ChangeForm
      call={callOf(version, { word, finds: [...finds] })}
      onDone={form.reset}
      submit={t('words.press')}
      successMessage={t('words.done', { word })}
      isReady={word.trim() !== '' && finds.length > 0}
    >
      <Field {...form.field('word')} label={t('words.word')} maxLength={60} autoCapitalize="none" />
      <Field {...form.field('finds')} label={t('words.finds')} hint={t('words.hint')} autoCapitalize="none" />
    </ChangeForm>
  );
};

/** What a word of the list finds. The word itself is its key: another one is another row. */
const EditedWord = ({ version, synonym: { word, finds: before }, onDone }: FormProps & { synonym: Synonym; onDone: () => void }) => {
  const { t } = useTranslation('desk-shelf');
  const seen = useVersionSeen(version, before);
  const changing = useChange(seen.show);
  const form = useForm({ texts: { finds: before.join(', ') }, isFollowing: true, validate: () => ({}) });
  const finds = partsOf(form.values.finds);
  const field = form.field('finds');
  useEffect(() => document.getElementById(field.id)?.focus(), [field.id]);
  return (
    <ChangeForm
      changing={changing}
      call={callOf(seen.version, { word, finds: [...finds] })}
      onDone={onDone}
      submit={t('words.save')}
      successMessage={t('words.done', { word })}
      isReady={finds.length > 0}
      isQuiet
    >
      {changing.note}
      <Field {...field} label={t('words.findsOf', { word })} hint={t('words.hint')} autoCapitalize="none" />
    </ChangeForm>
  );
};

const Synonyms = ({ version, items }: DeskSynonyms) => {
  const { t } = useTranslation('desk-shelf');
  const id = useId();
  const [editedWord, setEditedWord] = useState<string>();
  const { change, isBusy, note } = useChange();
  const remove = (removed: string) =>
    void change(callOf(version, { word: removed, finds: [] }), { successMessage: t('words.removed', { word: removed }) });
  return (
    <>
      {note}
      {items.length === 0 && <p className="desk-empty">{t('words.none')}</p>}
      <ul className="desk-shelf-list">
        {items.map((synonym) => {
          const { word, finds, products, unknown } = synonym;
          return (
            <li key={word}>
              <div>
                <p>{t('words.row', { word, finds: finds.join(', ') })}</p>
                <p className="quiet">
                  {t('words.products', { count: products })}
                  {unknown.length > 0 && ` ${t('words.unknown', { words: unknown.join(', ') })}`}
                </p>
              </div>
              <div className="desk-actions">
                <RowButton
                  id={id + word}
                  name={word}
                  isExpanded={editedWord === word}
                  onPress={() => setEditedWord(editedWord === word ? undefined : word)}
                >
                  {t('words.edit')}
                </RowButton>
                <RowButton name={word} isOff={isBusy} onPress={() => remove(word)}>
                  {t('words.remove')}
                </RowButton>
              </div>
              {editedWord === word && (
                <EditedWord
                  synonym={synonym}
                  version={version}
                  onDone={() => {
                    document.getElementById(id + word)?.focus();
                    setEditedWord(undefined);
                  }}
                />
              )}
            </li>
          );
        })}
      </ul>
      <Panel title={t('words.heading')}>
        <NewWord version={version} />
      </Panel>
    </>
  );
};

/** The seller's synonyms for the search. */
export const SearchWordsScreen = () => {
  const { t } = useTranslation('desk-shelf');
  return (
    <>
      <BackLinks to={deskPages.products} title={t('back')} />
      <DeskHeading title={t('links.searchWords')} lead={t('words.lead')}>
        <ShelfLinks />
      </DeskHeading>
      <Fetched query={useRead(deskEndpoints.synonyms, {})}>{(found) => <Synonyms {...found} />}</Fetched>
    </>
  );
};
