import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { verifyEmail } from '#features/account/account-calls.ts';
import { carriedEmail } from '#features/account/carried-email.ts';
import { useFailureSentence } from '#features/account/use-sentences.ts';
import { useShopper } from '#features/account/use-shopper.ts';
import type { ApiError } from '#shared/api/api-error.ts';
import { PageTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { shop } from '#shared/shop.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { fromKey, withWayBack } from '#shared/way-back.ts';
import { CodeForm } from './code-form.tsx';

/** What became of a link: verified, or one of the API's words for why it does not work, or a failure of the call itself. */
type Outcome = 'verified' | 'used' | 'expired' | 'invalid' | ApiError;

const outcomeOf = (error: ApiError): Outcome => {
  const { code } = error;
  return code === 'used' || code === 'expired' || code === 'invalid' ? code : error;
};

/** Tries the link of the mail, once for each press of its reader; gives what became of it. */
const useLink = (token: string | null) => {
  // The profile brings the token that unsafe calls need; a reader who comes from a mail has none yet.
  const { isKnown } = useShopper();
  const [outcome, setOutcome] = useState<Outcome>();
  const [tries, setTries] = useState(0);
  const tried = useRef<string>(undefined);
  useEffect(() => {
    const attempt = `${tries} ${token}`;
    if (token === null || !isKnown || tried.current === attempt) return;
    tried.current = attempt;
    void verifyEmail({ token }).then((answer) => setOutcome('data' in answer ? 'verified' : outcomeOf(answer.error)));
  }, [token, isKnown, tries]);
  return {
    outcome,
    setOutcome,
    retry: () => {
      setOutcome(undefined);
      setTries(tries + 1);
    },
  };
};

/** A heading that takes the focus when it comes, so that what became of the code or the link is read out. */
const Told = ({ heading, text, children }: { readonly heading: string; readonly text?: string; readonly children?: ReactNode }) => {
  const place = useRef<HTMLHeadingElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <>
      <h1 ref={place} tabIndex={-1}>
        {heading}
      </h1>
      {text && <p>{text}</p>}
      {children}
    </>
  );
};

/**
 * Verifying an e-mail address: by the code of six digits, or by the link of the mail with
 * `?token=`; says whether it is verified, was used before, has expired or does not work.
 */
export const EmailVerificationScreen = () => {
  const { t } = useTranslation(['account', 'titles', 'common']);
  const [query] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const sentence = useFailureSentence();
  const from = query.get(fromKey);
  const token = query.get('token') || null;
  const { outcome, setOutcome, retry } = useLink(token);
  const [email, setEmail] = useState<string>();

  useEffect(() => {
    // A link's token has done its work and leaves the address, so that a reload does not try it again.
    if (outcome === 'verified' && token !== null) void navigate(withWayBack(paths.emailVerification, from), { replace: true });
  }, [outcome, token, from, navigate]);

  const signIn = (
    <Link
      className="btn btn-primary btn-lg"
      to={withWayBack(paths.loginRegister, from)}
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
    if (outcome === undefined && token !== null)
      return (
        <>
          <h1>{t('verify.heading')}</h1>
          <Spinner label={t('verify.checking')} />
        </>
      );
    if (outcome === undefined)
      return (
        <>
          <h1>{t('verify.heading')}</h1>
          <p>{t('verify.text')}</p>
          {codeForm}
        </>
      );
    if (outcome === 'verified')
      return (
        <Told key="verified" heading={t('verify.verified')} text={t('verify.verifiedText')}>
          {signIn}
        </Told>
      );
    if (outcome === 'used')
      return (
        <Told key="used" heading={t('verify.used')} text={t('verify.usedText')}>
          {signIn}
        </Told>
      );
    if (outcome === 'expired' || outcome === 'invalid')
      return (
        <Told key={outcome} heading={t(`verify.${outcome}`)} text={t(`verify.${outcome}Text`)}>
          {codeForm}
        </Told>
      );
    return (
      <Told key="failed" heading={t('verify.failed')}>
        <div className="note note-danger">
          <Icon name="warning" />
          <p>{sentence(outcome)}</p>
          <button type="button" className="btn btn-outline-primary" onClick={retry}>
            {t('common:retry')}
          </button>
        </div>
      </Told>
    );
  };

  return (
    <div className="container-xl account-page">
      <PageTitle title={t('titles:emailVerification')} titleTemplate={shop.name} />
      <section className="account-narrow">{content()}</section>
    </div>
  );
};
