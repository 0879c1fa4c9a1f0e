import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session, User } from '#contract/account.ts';
import { useEndSessionsMutation, useSessionsQuery } from '#features/account/account-data-api.ts';
import { useFailureMessage } from '#features/account/account-form.tsx';
import { asApiError } from '#shared/api/api-error.ts';
import { formatDay } from '#shared/format-date.ts';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { noFormFields, useSending } from '#shared/ui/use-sending.ts';

/** "Firefox on Windows", or what of it is known. */
const useDeviceName = () => {
  const { t } = useTranslation('account');
  return ({ browser, system }: Session): string => {
    if (browser !== '' && system !== '') return t('devices.name', { browser, system });
    return browser || system || t('devices.unknown');
  };
};

/** Where this user is signed in: to end a session elsewhere, or all of them. */
export const Devices = ({ user }: { readonly user: User }) => {
  const { t, i18n } = useTranslation(['account', 'common']);
  const { currentData, error, isFetching, refetch } = useSessionsQuery(user._id);
  const [endSessions, { isLoading: isBusy }] = useEndSessionsMutation();
  const { send, message } = useSending(noFormFields, useFailureMessage());
  const [outcome, setOutcome] = useState('');
  const deviceName = useDeviceName();
  const containerRef = useRef<HTMLDivElement>(null);
  if (!currentData && error && !isFetching) return <FailureNote error={asApiError(error)} onRetry={refetch} />;
  if (!currentData) return <Spinner label={t('common:loading')} />;
  const { sessions } = currentData;

  const end = (which: Parameters<typeof endSessions>[0], done: string) => {
    if (isBusy) return;
    setOutcome('');
    void send(endSessions(which).unwrap(), () => {
      setOutcome(done);
      // The pressed button is about to disappear.
      containerRef.current?.focus();
    });
  };

  return (
    <div ref={containerRef} tabIndex={-1} className="address-section">
      <p className="quiet">{t('devices.text')}</p>
      <div role="status">{outcome !== '' && <p className="note">{outcome}</p>}</div>
      <div role="alert">{message !== undefined && <p className="note note-danger">{message}</p>}</div>
      <ul className="address-list">
        {sessions.map((session) => {
          const name = deviceName(session);
          const day = formatDay(session.lastSeen, i18n.language);
          return (
            <li key={session.id}>
              <p>
                <strong>{name}</strong>
                <br />
                {session.isThis ? t('devices.this') : t('devices.lastSeen', { day })}
              </p>
              {!session.isThis && (
                <div className="account-actions">
                  <button
                    type="button"
                    className="btn btn-link"
                    aria-label={t('devices.endOf', { name, day })}
                    aria-disabled={isBusy}
                    onClick={() => end({ id: session.id }, t('devices.ended', { name }))}
                  >
                    {t('devices.end')}
                  </button>
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {sessions.length > 1 && (
        <button
          type="button"
          className="btn btn-outline-primary"
          aria-disabled={isBusy}
          aria-busy={isBusy}
          onClick={() => end({ others: true }, t('devices.othersEnded'))}
        >
          {t('devices.endOthers')}
        </button>
      )}
    </div>
  );
};
