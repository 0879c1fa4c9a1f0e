import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { noteLength } from '#contract/desk/orders.ts';
import { ChangeForm } from '#desk/parts/change-form.tsx';
import { TextField } from '#desk/parts/text-field.tsx';
import { useChange } from '#desk/parts/use-change.tsx';
import { When } from '#desk/parts/when.tsx';
import type { StepProps } from './next-step.tsx';
import { ordersApi } from './orders-api.ts';

const NoteForm = ({ order: { id }, onShow, onDone }: StepProps) => {
  const { t } = useTranslation('desk-orders');
  const [text, setText] = useState('');
  const [addNote] = ordersApi.useAddNoteMutation();
  const changing = useChange(onShow);
  return (
    <ChangeForm
      changing={changing}
      call={() => addNote({ id, text }).unwrap()}
      isReady={text.trim() !== ''}
      submit={t('history.save')}
      isQuiet
      onDone={() => {
        setText('');
        onDone(t('history.noted'));
      }}
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
export const OrderHistory = (props: StepProps) => {
  const { t } = useTranslation('desk-orders');
  const { id } = props.order;
  const [deleteNote] = ordersApi.useDeleteNoteMutation();
  const { change, note } = useChange(props.onShow);
  const remove = async (position: number) => {
    if (await change(() => deleteNote({ id, position }).unwrap())) props.onDone(t('history.deleted'));
  };
  const { history } = props.order;
  return (
    <section>
      <div className="desk-section-head">
        <h2>{t('history.heading')}</h2>
        <span className="quiet">{t('history.zone')}</span>
      </div>
      <NoteForm {...props} />
      {note}
      <ul className="desk-history">
        {history.map(({ at, by, what, isNote, ownNote }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added, and counted from the oldest.
          <li key={history.length - index} className={isNote ? 'is-note' : undefined}>
            <p>{what}</p>
            <p className="quiet">
              {by}, <When at={at} />{' '}
              {ownNote !== null && (
                <button
                  type="button"
                  className="btn btn-link"
                  aria-label={t('history.deleteNote', { text: what })}
                  onClick={() => void remove(ownNote)}
                >
                  {t('history.delete')}
                </button>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
};
