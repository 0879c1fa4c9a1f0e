import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { messageLimits } from '#contract/messages.ts';
import { useInputBeforeHydration } from '#shared/hooks/use-input-before-hydration.ts';
import { paths } from '#shared/paths.ts';
import { Field } from '#shared/ui/field.tsx';
import { FormSummary } from '#shared/ui/form-summary.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { useOutcomeHeading } from '#shared/ui/use-outcome-heading.ts';
import type { MessageForm as Form } from './use-message-form.ts';

/** A field that machines fill in and people never meet: it is not shown, not read out, not reached by Tab, and no browser fills it. */
const Honeypot = ({ field: { id, value, onChange } }: { readonly field: ReturnType<Form['form']['field']> }) => {
  const { t } = useTranslation('contact');
  const input = useInputBeforeHydration<HTMLInputElement>((typed) => {
    if (typed.value !== value) onChange(typed.value);
  });
  return (
    <div className="not-for-people" aria-hidden="true">
      <label htmlFor={id}>{t('honeypot')}</label>
      <input
        ref={input}
        id={id}
        name="website"
        value={value}
        tabIndex={-1}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
};

/** The fields that both forms begin with: who writes, and where the answer goes. */
export const WriterFields = ({ form }: Pick<Form, 'form'>) => {
  const { t } = useTranslation('contact');
  return (
    <>
      <div className="field-half">
        <Field {...form.field('name')} label={t('name')} autoComplete="name" />
      </div>
      <div className="field-half">
        <Field
          {...form.field('email')}
          label={t('email')}
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
    </>
  );
};

/**
 * The frame of a form that writes to the seller: the summary of what is wrong, the fields, the message and the button; `children` are the
 * fields of this form alone.
 */
export const MessageForm = ({
  of: { form, message, onSubmit, clear },
  label,
  hint,
  button,
  children,
}: {
  readonly of: Form;
  readonly label: string;
  readonly hint?: string;
  readonly button: string;
  readonly children: ReactNode;
}) => {
  const { t } = useTranslation('contact');
  return (
    <form
      method="post"
      noValidate
      className="message-form"
      onSubmit={(event) => {
        clear();
        onSubmit(event);
      }}
    >
      <FormSummary form={form} message={message} />
      <div className="form-grid">
        {children}
        <Field {...form.field('message')} label={label} hint={hint} rows={7} limit={messageLimits.text.most} />
      </div>
      <Honeypot field={form.field('honeypot')} />
      <SubmitButton isBusy={form.isBusy}>{form.isBusy ? t('sending') : button}</SubmitButton>
      <p className="quiet">
        {t('privacy')} <Link to={paths.privacy}>{t('privacyLink')}</Link>
      </p>
    </form>
  );
};

/** It is sent: the number to ask by, under a heading that takes the focus. */
export const SentNote = ({ of: { receipt, again }, heading }: { readonly of: Form; readonly heading: string }) => {
  const { t } = useTranslation('contact');
  const place = useOutcomeHeading(receipt !== undefined);
  if (!receipt) return null;
  return (
    <div className="sent-note">
      <h2 ref={place} tabIndex={-1}>
        {heading}
      </h2>
      <p>{t('sent.reference')}</p>
      <p className="sent-reference">{receipt.reference}</p>
      <p>{t('sent.next', { email: receipt.email })}</p>
      <button type="button" className="btn btn-outline-primary" onClick={again}>
        {t('sent.again')}
      </button>
    </div>
  );
};
