import { useTranslation } from 'react-i18next';
import { secondFactorConfirmation } from '#contract/account-forms.ts';
import { useSignInMutation } from '#features/account/account-data-api.ts';
import { AccountForm } from '#features/account/account-form.tsx';
import { OneTimeCodeField } from '#features/account/one-time-code-field.tsx';
import { useAccountForm } from '#features/account/use-account-form.ts';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { useOutcomeHeading } from '#shared/ui/use-outcome-heading.ts';

type SecondStepProps = { readonly credentials: { readonly email: string; readonly password: string }; readonly onBack: () => void };

/** The second step of signing in, after the right password. */
export const SecondStep = ({ credentials, onBack }: SecondStepProps) => {
  const { t } = useTranslation('account');
  const headingRef = useOutcomeHeading(true);
  const { form, sending } = useAccountForm({ texts: { oneTimeCode: '' }, schema: secondFactorConfirmation });
  const [signIn] = useSignInMutation();
  return (
    <AccountForm
      form={form}
      sending={sending}
      onSend={(values) => sending.send(signIn({ ...credentials, ...values }).unwrap())}
      heading={
        <h2 ref={headingRef} tabIndex={-1}>
          {t('secondStep.heading')}
        </h2>
      }
    >
      <p className="quiet">{t('secondStep.text')}</p>
      <OneTimeCodeField {...form.field('oneTimeCode')} />
      <div className="account-actions">
        <SubmitButton isBusy={form.isBusy}>{t('signIn.button')}</SubmitButton>
        <button type="button" className="btn btn-link" onClick={onBack}>
          {t('secondStep.back')}
        </button>
      </div>
    </AccountForm>
  );
};
