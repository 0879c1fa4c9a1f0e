import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { mailbox } from '#contract/account-forms.ts';
import { forgotPassword } from '#features/account/account-calls.ts';
import { useSend } from '#features/account/use-send.ts';
import { useFieldSentences } from '#features/account/use-sentences.ts';
import { paths } from '#shared/paths.ts';
import { Field } from '#shared/ui/field.tsx';
import { fieldErrors } from '#shared/ui/field-errors.ts';
import { FormSummary } from '#shared/ui/form-summary.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { useEarlyTyping } from '#shared/ui/use-early-typing.ts';
import { useForm } from '#shared/ui/use-form.ts';
import { useOutcomeHeading } from '#shared/ui/use-outcome-heading.ts';
import { withWayBack } from '#shared/way-back.ts';
import type { Typed } from './typed.ts';

/** Asking for a link to choose a new password. The answer is the same whether or not there is such an account. */
export const ForgotForm = ({ email, onEmail, from }: Typed) => {
  const { t } = useTranslation('account');
  const sentence = useFieldSentences();
  const [sent, setSent] = useState<string>();
  const heading = useOutcomeHeading(sent !== undefined);
  const form = useForm({ texts: { email }, ticks: {}, check: (values) => fieldErrors(mailbox, values, sentence) });
  const { send, forget, message } = useSend(form);
  const place = useEarlyTyping(form.fill);
  const emailField = form.field('email');
  const back = <Link to={withWayBack(paths.loginRegister, from)}>{t('forgot.back')}</Link>;
  if (sent !== undefined)
    return (
      <section className="account-narrow">
        <h1 ref={heading} tabIndex={-1}>
          {t('forgot.sent')}
        </h1>
        <p>{sent}</p>
        {back}
      </section>
    );
  return (
    <section className="account-narrow">
      <h1>{t('forgot.heading')}</h1>
      <p>{t('forgot.text')}</p>
      <form
        ref={place}
        method="post"
        noValidate
        className="account-form"
        onSubmit={(event) => {
          forget();
          form.submit((values) => send(forgotPassword(values.email), (answer) => setSent(answer.message)))(event);
        }}
      >
        <FormSummary form={form} message={message} />
        <Field
          {...emailField}
          onChange={(value) => {
            emailField.onChange(value);
            onEmail(value);
          }}
          label={t('email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className="account-ways">
          <SubmitButton isBusy={form.isBusy}>{t('forgot.button')}</SubmitButton>
          {back}
        </div>
      </form>
    </section>
  );
};
