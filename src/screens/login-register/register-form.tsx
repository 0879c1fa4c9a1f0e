import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { registration } from '#contract/account-forms.ts';
import { register } from '#features/account/account-calls.ts';
import { PasswordField } from '#features/account/password-field.tsx';
import { useSend } from '#features/account/use-send.ts';
import { useFieldSentences } from '#features/account/use-sentences.ts';
import { paths } from '#shared/paths.ts';
import { Field } from '#shared/ui/field.tsx';
import { fieldErrors } from '#shared/ui/field-errors.ts';
import { FormSummary } from '#shared/ui/form-summary.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { Tick } from '#shared/ui/tick.tsx';
import { useEarlyTyping } from '#shared/ui/use-early-typing.ts';
import { useForm } from '#shared/ui/use-form.ts';
import { withWayBack } from '#shared/way-back.ts';
import type { Typed } from './typed.ts';

/**
 * Opening an account. Whether or not the address is known, what follows is the same: a code by e-mail. `wantsToResell` is ticked already for
 * who comes from the reselling page.
 */
export const RegisterForm = ({ email, onEmail, from, wantsToResell }: Typed & { readonly wantsToResell: boolean }) => {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const sentence = useFieldSentences();
  const form = useForm({
    texts: { firstName: '', lastName: '', email, phone: '', password: '' },
    ticks: { wantsToResell, acceptsTerms: false, marketing: false },
    check: (values) =>
      fieldErrors(registration, values, (name, fault, word) => sentence(name === 'password' ? 'newPassword' : name, fault, word)),
  });
  const { send, forget, message } = useSend(form);
  const place = useEarlyTyping(form.fill);
  const emailField = form.field('email');
  return (
    <form
      ref={place}
      method="post"
      noValidate
      className="account-form"
      onSubmit={(event) => {
        forget();
        form.submit((values) =>
          send(register({ ...values, acceptsTerms: true }), () =>
            navigate(withWayBack(paths.emailVerification, from), { state: { email: values.email, isSent: true } }),
          ),
        )(event);
      }}
    >
      <FormSummary form={form} message={message} />
      <div className="form-grid">
        <div className="field-half">
          <Field {...form.field('firstName')} label={t('firstName')} autoComplete="given-name" />
        </div>
        <div className="field-half">
          <Field {...form.field('lastName')} label={t('lastName')} autoComplete="family-name" />
        </div>
        <Field
          {...emailField}
          onChange={(value) => {
            emailField.onChange(value);
            onEmail(value);
          }}
          label={t('email')}
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field {...form.field('phone')} label={t('phone')} hint={t('phoneHint')} type="tel" autoComplete="tel" inputMode="tel" isOptional />
        <PasswordField {...form.field('password')} label={t('password')} isNew />
      </div>
      <Tick {...form.tick('wantsToResell')} isOptional>
        {t('register.resell')} <span className="field-hint">{t('register.resellHint')}</span>
      </Tick>
      <Tick {...form.tick('marketing')} isOptional>
        {t('marketing')}
      </Tick>
      <Tick {...form.tick('acceptsTerms')}>
        {/* In tabs of their own, so that nothing typed here is lost. */}
        {t('register.terms.before')}{' '}
        <a href={paths.terms} target="_blank" rel="noreferrer">
          {t('register.terms.terms')}
        </a>{' '}
        {t('register.terms.between')}{' '}
        <a href={paths.privacy} target="_blank" rel="noreferrer">
          {t('register.terms.privacy')}
        </a>
      </Tick>
      <SubmitButton isBusy={form.isBusy}>{t('register.button')}</SubmitButton>
    </form>
  );
};
