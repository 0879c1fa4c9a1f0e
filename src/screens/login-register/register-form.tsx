import { useTranslation } from 'react-i18next';
import { registration } from '#contract/account-forms.ts';
import { useRegisterMutation } from '#features/account/account-data-api.ts';
import { EmailField, NameFields, PasswordField, PhoneField } from '#features/account/account-fields.tsx';
import { AccountForm, useAccountForm } from '#features/account/account-form.tsx';
import { useNavigateWhileHere } from '#shared/hooks/use-navigate-while-here.ts';
import { paths } from '#shared/paths.ts';
import { withRedirect } from '#shared/safe-redirect.ts';
import { Checkbox } from '#shared/ui/field.tsx';
import { SubmitButton } from '#shared/ui/form-summary.tsx';
import type { SharedFormProps } from './sign-in-form.tsx';

/**
 * Registration. It looks the same whether or not the email address has an account. `wantsToResell` is the checkbox's initial value, for
 * links from the reselling page.
 */
export const RegisterForm = ({ email, onEmail, from, wantsToResell }: SharedFormProps & { readonly wantsToResell: boolean }) => {
  const { t } = useTranslation(['account', 'common']);
  const navigate = useNavigateWhileHere();
  const { form, sending } = useAccountForm({
    texts: { firstName: '', lastName: '', email, phone: '', password: '' },
    isFollowing: true,
    checkboxes: { wantsToResell, acceptsTerms: false, marketing: false },
    schema: registration,
    isNewPassword: true,
  });
  const [register] = useRegisterMutation();
  return (
    <AccountForm
      form={form}
      sending={sending}
      onSend={(values) =>
        sending.send(register({ ...values, acceptsTerms: true }).unwrap(), () =>
          navigate(withRedirect(paths.emailVerification, from), { state: { email: values.email, isSent: true } }),
        )
      }
    >
      <div className="form-grid">
        <NameFields field={form.field} />
        <EmailField {...form.field('email')} onTyped={onEmail} isNew />
        <PhoneField {...form.field('phone')} />
        <PasswordField {...form.field('password')} label={t('password')} isNew />
      </div>
      <Checkbox {...form.checkbox('wantsToResell')} isOptional>
        {t('register.resell')} <span className="field-hint">{t('register.resellHint')}</span>
      </Checkbox>
      <Checkbox {...form.checkbox('marketing')} isOptional>
        {t('marketing')}
      </Checkbox>
      <Checkbox {...form.checkbox('acceptsTerms')}>
        {/* In new tabs, to keep the form state. */}
        {t('register.terms.before')}{' '}
        <a href={paths.terms} target="_blank" rel="noreferrer">
          {t('register.terms.terms')} {t('common:newTab')}
        </a>{' '}
        {t('register.terms.between')}{' '}
        <a href={paths.privacy} target="_blank" rel="noreferrer">
          {t('register.terms.privacy')} {t('common:newTab')}
        </a>
      </Checkbox>
      <SubmitButton isBusy={form.isBusy}>{t('register.button')}</SubmitButton>
    </AccountForm>
  );
};
