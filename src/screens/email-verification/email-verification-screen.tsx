import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useStopEmailChangeMutation } from '#features/account/account-data-api.ts';
import { carriedEmail, useFailureMessage } from '#features/account/account-form.tsx';
import { asApiError } from '#shared/api/api-error.ts';
import { useOutcomeHeading } from '#shared/hooks/use-view-heading.ts';
import { ScreenTitle } from '#shared/page-title.tsx';
import { paths, redirectParam } from '#shared/paths.ts';
import { withRedirect } from '#shared/safe-redirect.ts';
import { ErrorNote } from '#shared/ui/failure-note.tsx';
import { Link } from '#shared/ui/link.tsx';
import { CodeForm } from './code-form.tsx';
import { LinkForm, type LinkProblem } from './link-form.tsx';
import '#styles/order-screens.scss';

/** The link to the old address: on a press, not on load, because mail gateways and previews open links, too. */
const StopEmailChange = ({ token }: { readonly token: string }) => {
  const { t } = useTranslation('account');
  const [stop, { isLoading: isBusy, error }] = useStopEmailChangeMutation();
  // Stored here, because the mutation's answer is deleted with the API cache when the shopper is signed out.
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

/** A heading that takes the focus on mount, so that the outcome is read out. */
const OutcomeHeading = ({ heading, text, children }: { readonly heading: string; readonly text: string; readonly children: ReactNode }) => {
  const headingRef = useOutcomeHeading(true);
  return (
    <>
      <h1 ref={headingRef} tabIndex={-1}>
        {heading}
      </h1>
      <p>{text}</p>
      {children}
    </>
  );
};

/**
 * Verifies an email address by the six-digit code, or by the link of the email (`?token=`) and a click. The outcome is verified, already
 * used, expired or invalid.
 */
const Verification = () => {
  const { t } = useTranslation(['account', 'common']);
  const [query] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const from = query.get(redirectParam);
  const token = query.get('token') || null;
  const [outcome, setOutcome] = useState<'verified' | LinkProblem>();
  const [email, setEmail] = useState<string>();

  useEffect(() => {
    // Removes the used token from the URL, so that a reload does not send it again.
    if (outcome === 'verified' && token !== null)
      void navigate(withRedirect(paths.emailVerification, from), { replace: true, preventScrollReset: true });
  }, [outcome, token, from, navigate]);

  const signIn = (
    <Link
      className="btn btn-primary btn-lg"
      to={withRedirect(paths.loginRegister, from)}
      state={{ email: email ?? carriedEmail(state) }}
      replace
    >
      {t('verify.signIn')}
    </Link>
  );
  const codeForm = (
    <CodeForm
      onVerified={(verified) => {
        setEmail(verified);
        setOutcome('verified');
      }}
    />
  );

  const content = (): ReactNode => {
    if (outcome !== undefined)
      return (
        <OutcomeHeading key={outcome} heading={t(`verify.${outcome}`)} text={t(`verify.${outcome}Text`)}>
          {outcome === 'verified' || outcome === 'used' ? signIn : codeForm}
        </OutcomeHeading>
      );
    return (
      <>
        <h1>{t('verify.heading')}</h1>
        <p>{t(token === null ? 'verify.text' : 'verify.linkText')}</p>
        {token === null ? codeForm : <LinkForm key={token} token={token} onVerified={() => setOutcome('verified')} onDead={setOutcome} />}
      </>
    );
  };

  return content();
};

/** Verifies the address of a registration; `?stop=` is the link to the old address of an account that gets another one. */
export const EmailVerificationScreen = () => {
  const [query] = useSearchParams();
  const stopToken = query.get('stop');
  return (
    <div className="container-xl account-page">
      <ScreenTitle name="emailVerification" />
      <section className="account-narrow">{stopToken ? <StopEmailChange token={stopToken} /> : <Verification />}</section>
    </div>
  );
};
