import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { BackLinks, DeskHeading } from '#desk/parts/desk-heading.tsx';
import { type ChosenFile, FileField } from '#desk/parts/file-field.tsx';
import { useAnswered } from '#desk/parts/use-answered.ts';
import { asApiError } from '#shared/api/api-error.ts';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { MovedNote } from './moved-note.tsx';
import { orderPaths } from './order-paths.ts';
import { CourierField, lastCourier } from './shipping-fields.tsx';

/** A courier's CSV file: first what each of its lines would do, and then, on a press, those that can be sent. */
export const CourierFileScreen = () => {
  const { t } = useTranslation(['desk-orders', 'common']);
  const [courier, setCourier] = useState(lastCourier.read);
  const [file, setFile] = useState('');
  const { send, answer: data, sent, error, isBusy: isLoading } = useAnswered(deskEndpoints.sendFromFile);
  const failure = error && asApiError(error);
  const isSent = data !== undefined && sent?.isTrial === false;
  const isChecked = data !== undefined && sent?.isTrial === true && sent.file === file && sent.courier === courier.trim();
  const count = isChecked ? data.done.length : 0;

  const choose = async (chosen: ChosenFile | undefined) => {
    setFile(chosen?.text ?? '');
    if (chosen) await send({ file: chosen.text, courier: courier.trim(), isTrial: true });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading || file === '') return;
    const { data: moved } = await send({ file, courier: courier.trim(), isTrial: count === 0 });
    if (moved && count > 0) setFile('');
  };
  const rows = data && [
    ...data.refused.map((line) => ({ ...line, what: line.message })),
    ...data.done.map((line) => ({ ...line, at: 0, what: t('desk-orders:send.will') })),
    ...data.unchanged.map((line) => ({ ...line, at: 0, what: t('desk-orders:send.before') })),
  ];

  return (
    <>
      <BackLinks to={orderPaths.list} title={t('desk-orders:heading')} />
      <DeskHeading title={t('desk-orders:file.heading')} lead={t('desk-orders:file.lead')} />
      {isSent && <MovedNote moved={data} what="sent" />}
      {failure && <FailureNote error={failure} />}
      {Object.entries(failure?.errors ?? {}).map(([place, text]) => (
        <p key={place} className="field-error">{`${place}: ${text}`}</p>
      ))}
      <form className="desk-send" onSubmit={(event) => void submit(event)}>
        <CourierField label={t('desk-orders:file.courier')} value={courier} onText={setCourier} />
        <FileField
          label={t('desk-orders:file.file')}
          formats={['.csv']}
          maxBytes={1_000_000}
          isDisabled={isLoading && sent?.isTrial === false}
          onChoose={(chosen) => void choose(chosen)}
        />
        {isLoading && <Spinner label={t('common:loading')} />}
        {rows && !isSent && file !== '' && (
          <ul className="desk-outcomes" aria-label={t('desk-orders:file.outcomes')}>
            {rows.map(({ at, id: order, buyer, what }) => (
              <li key={`${at} ${order}`}>
                <strong>{buyer || order}</strong>
                <span className="quiet">
                  {[buyer && order, at > 0 && t('desk-orders:file.line', { line: at })].filter(Boolean).join(', ')}
                </span>
                <p className={at > 0 ? 'field-error' : undefined}>{what}</p>
              </li>
            ))}
          </ul>
        )}
        {isChecked && count === 0 && <p role="status">{t('desk-orders:send.none')}</p>}
        {file !== '' && (
          <button type="submit" className="btn btn-primary btn-lg" aria-disabled={isLoading} aria-busy={isLoading}>
            {count > 0 ? t('desk-orders:send.send', { count }) : t('desk-orders:send.check')}
          </button>
        )}
      </form>
    </>
  );
};
