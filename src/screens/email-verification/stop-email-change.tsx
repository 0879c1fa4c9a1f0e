import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStopEmailChangeMutation } from '#features/account/account-data-api.ts';
import { useFailureMessage } from '#features/account/use-messages.ts';
import { asApiError } from '#shared/api/api-error.ts';
import { paths } from '#shared/paths.ts';
import { ErrorNote } from '#shared/ui/failure-note.tsx';
import { Link } from '#shared/ui/link.tsx';
import { useOutcomeHeading } from '#shared/ui/use-outcome-heading.ts';

/** The link to the old address: on a press, not on load, because mail gateways and previews open links, too. */
export const StopEmailChange = ({ token }: { readonly token: string }) => {
  const { t } = useTranslation('account');
  const [stop, { isLoading: isBusy, error }] = useStopEmailChangeMutation();
  // Not the mutation's own answer: that goes with the cache of the shopper who is signed out.
  const [message, setMessage] = useState('');
  const toMessage = useFailureMessage();
  const headingRef = useOutcomeHeading(message !== '');
  const press = async () => {
    if (isBusy) return;
    const { data } = await stop(token);
    if (data) setMessage(data.message);
  };
  return (
    <>
      <h1 ref={headingRef} tabIndex={-1}>
        {t(message ? 'stopEmail.stopped' : 'stopEmail.heading')}
      </h1>
      <p>{message || t('stopEmail.text')}</p>
      {error && !message && <ErrorNote text={toMessage(asApiError(error))} />}
      {message ? (
        <Link className="btn btn-primary btn-lg" to={paths.loginRegister}>
          {t('stopEmail.signIn')}
        </Link>
      ) : (
        <button type="button" className="btn btn-primary btn-lg" aria-disabled={isBusy} aria-busy={isBusy} onClick={() => void press()}>
          {t('stopEmail.button')}
        </button>
      )}
    </>
  );
};
