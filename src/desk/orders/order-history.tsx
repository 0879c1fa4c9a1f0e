import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { noteLength } from '#contract/desk/orders.ts';
import { callTo } from '#desk/desk-api.ts';
import { ChangeForm, useChange } from '#desk/parts/change-form.tsx';
import { RowButton, Section } from '#desk/parts/row.tsx';
import { TextField } from '#desk/parts/text-field.tsx';
import { When } from '#desk/parts/when.tsx';
import type { StepProps } from './next-step.tsx';

const NoteForm = ({ order: { id } }: StepProps) => {
  const { t } = useTranslation('desk-orders');
  const [text, setText] = useState('');
  return (
    <ChangeForm
      call={callTo(deskEndpoints.addNote, { id, text })}
      submit={t('history.save')}
      successMessage={t('history.noted')}
      onDone={() => setText('')}
      isReady={text.trim() !== ''}
      isQuiet
    >
      <TextField
        label={t('history.note')}
        rows={2}
        maxLength={noteLength}
        value={text}
        onText={setText}
        onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
          if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit();
        }}
      />
    </ChangeForm>
  );
};

/** What happened to an order, and the notes of the staff, the newest first. */
export const OrderHistory = ({ order }: StepProps) => {
  const { t } = useTranslation('desk-orders');
  const { change, note } = useChange();
  const { id, history } = order;
  const remove = (position: number) =>
    void change(callTo(deskEndpoints.deleteNote, { id, position }), { successMessage: t('history.deleted') });
  return (
    <Section title={t('history.heading')} aside={<span className="quiet">{t('history.zone')}</span>}>
      <NoteForm order={order} />
      {note}
      <ul className="desk-history">
        {history.map(({ at, by, what, isNote, ownNote }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added, and counted from the oldest.
          <li key={history.length - index} className={isNote ? 'is-note' : undefined}>
            <p>{what}</p>
            <p className="quiet">
              {by}, <When at={at} />{' '}
              {ownNote !== null && (
                <RowButton name={what} onPress={() => remove(ownNote)}>
                  {t('history.delete')}
                </RowButton>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
};
