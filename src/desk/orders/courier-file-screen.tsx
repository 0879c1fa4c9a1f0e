import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { asApiError } from '#shared/api/api-error.ts';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { BackToOrders } from './back-to-orders.tsx';
import { MovedNote } from './moved-note.tsx';
import { useSendFromFileMutation } from './orders-api.ts';
import { CourierField, lastCourier } from './shipping-fields.tsx';

/** A courier's CSV file: first what each of its lines would do, and then, on a press, those that can be sent. */
export const CourierFileScreen = () => {
  const { t } = useTranslation('desk-orders');
  const id = useId();
  const [courier, setCourier] = useState(lastCourier.read);
  const [file, setFile] = useState('');
  const [send, { data, error, originalArgs, isLoading }] = useSendFromFileMutation();
  const failure = error && asApiError(error);
  const isSent = data !== undefined && originalArgs?.isTrial === false;
  const isChecked = data !== undefined && originalArgs?.isTrial === true && originalArgs.courier === courier.trim();
  const count = isChecked ? data.done.length : 0;

  const choose = async (chosen: File | undefined) => {
    const text = (await chosen?.text()) ?? '';
    setFile(text);
    if (text !== '') await send({ file: text, courier: courier.trim(), isTrial: true });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading || file === '') return;
    const { data: moved } = await send({ file, courier: courier.trim(), isTrial: count === 0 });
    if (moved && count > 0) setFile('');
  };
  const rows = data && [
    ...data.refused.map((line) => ({ ...line, what: line.message })),
    ...data.done.map((line) => ({ ...line, at: 0, what: t('send.will') })),
    ...data.unchanged.map((line) => ({ ...line, at: 0, what: t('send.before') })),
  ];

  return (
    <>
      <BackToOrders />
      <DeskHeading title={t('file.heading')} lead={t('file.lead')} />
      {isSent && <MovedNote moved={data} what="sent" />}
      {failure && <FailureNote error={failure} />}
      {Object.entries(failure?.errors ?? {}).map(([place, text]) => (
        <p key={place} className="field-error">{`${place}: ${text}`}</p>
      ))}
      <form className="desk-send" onSubmit={(event) => void submit(event)}>
        <CourierField label={t('file.courier')} value={courier} onText={setCourier} />
        <div className="field">
          <label htmlFor={id}>{t('file.file')}</label>
          <input
            id={id}
            type="file"
            accept=".csv,text/csv"
            className="form-control desk-drop"
            onChange={(event) => void choose(event.target.files?.[0])}
          />
        </div>
        {isLoading && <p role="status">{t('loading')}</p>}
        {rows && !isSent && (
          <ul className="desk-outcomes" aria-label={t('file.outcomes')}>
            {rows.map(({ at, id: order, buyer, what }) => (
              <li key={`${at} ${order}`}>
                <strong>{buyer || order}</strong>
                <span className="quiet">{[buyer && order, at > 0 && t('file.line', { line: at })].filter(Boolean).join(', ')}</span>
                <p className={at > 0 ? 'field-error' : undefined}>{what}</p>
              </li>
            ))}
          </ul>
        )}
        {isChecked && count === 0 && <p role="status">{t('send.none')}</p>}
        {file !== '' && (
          <button type="submit" className="btn btn-primary btn-lg" aria-disabled={isLoading} aria-busy={isLoading}>
            {count > 0 ? t('send.send', { count }) : t('send.check')}
          </button>
        )}
      </form>
    </>
  );
};
