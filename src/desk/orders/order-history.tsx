import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { noteLength } from '#contract/desk/orders.ts';
import { useChange } from '#desk/parts/use-change.tsx';
import type { StepProps } from './next-step.tsx';
import { useOrderTexts } from './order-texts.ts';
import { useAddNoteMutation } from './orders-api.ts';

const NoteForm = ({ order, onShow, onDone }: StepProps) => {
  const { t } = useTranslation('desk-orders');
  const id = useId();
  const [text, setText] = useState('');
  const [addNote] = useAddNoteMutation();
  const { change, isBusy, note } = useChange(onShow);
  const submit = async (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    const isDone = await change(() => addNote({ orderId: order.id, text }).unwrap());
    if (!isDone) return;
    setText('');
    onDone(t('history.noted'));
  };
  return (
    <form className="desk-note-form" onSubmit={(event) => void submit(event)}>
      {note}
      <label className="visually-hidden" htmlFor={id}>
        {t('history.note')}
      </label>
      <textarea
        id={id}
        className="form-control"
        rows={2}
        maxLength={noteLength}
        placeholder={t('history.note')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event);
        }}
      />
      {text.trim() !== '' && (
        <button type="submit" className="btn btn-outline-primary" aria-disabled={isBusy} aria-busy={isBusy}>
          {t('history.save')}
        </button>
      )}
    </form>
  );
};

/** What happened to an order, and the notes of the staff, the newest first. */
export const OrderHistory = (props: StepProps) => {
  const { t } = useTranslation('desk-orders');
  const { moment } = useOrderTexts();
  const { history } = props.order;
  return (
    <section>
      <div className="desk-section-head">
        <h2>{t('history.heading')}</h2>
        <span className="quiet">{t('history.zone')}</span>
      </div>
      <NoteForm {...props} />
      <ul className="desk-history">
        {history.map(({ at, by, what, isNote }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added, and counted from the oldest.
          <li key={history.length - index} className={isNote ? 'is-note' : undefined}>
            <p>{what}</p>
            <p className="quiet">
              {by}, <time dateTime={at}>{moment(at)}</time>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
};
