import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageLimits } from '#contract/messages.ts';
import { useInputBeforeHydration } from '#shared/hooks/use-input-before-hydration.ts';
import { useOutcomeHeading } from '#shared/hooks/use-view-heading.ts';
import { paths } from '#shared/paths.ts';
import { Field } from '#shared/ui/field.tsx';
import { FormSummary, SubmitButton } from '#shared/ui/form-summary.tsx';
import { Link } from '#shared/ui/link.tsx';
import type { MessageForm as Form } from './use-message-form.ts';

/** A field that only bots fill in: hidden, not read out, not reached by Tab, not autofilled. */
const Honeypot = ({ field: { id, value, onChange } }: { readonly field: ReturnType<Form['form']['field']> }) => {
  const { t } = useTranslation('contact');
  const inputRef = useInputBeforeHydration<HTMLInputElement>((typed) => {
    if (typed.value !== value) onChange(typed.value);
  });
  return (
    <div className="not-for-people" aria-hidden="true">
      <label htmlFor={id}>{t('honeypot')}</label>
      <input
        ref={inputRef}
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

/** The sender's name and email address. */
export const WriterFields = ({ form }: Pick<Form, 'form'>) => {
  const { t } = useTranslation('contact');
  return (
    <>
      <Field {...form.field('name')} label={t('name')} autoComplete="name" isHalf />
      <Field {...form.field('email')} label={t('email')} type="email" autoComplete="email" isHalf />
    </>
  );
};

type MessageFormProps = {
  readonly messageForm: Form;
  readonly label: string;
  readonly hint?: string;
  readonly button: string;
  readonly children: ReactNode;
};

/** A message to the seller: error summary, the form's own fields as `children`, the message and the button. */
export const MessageForm = ({ messageForm, label, hint, button, children }: MessageFormProps) => {
  const { t } = useTranslation('contact');
  const { form, message, onSubmit, clear } = messageForm;
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
        <Field {...form.field('message')} label={label} hint={hint} rows={7} limit={messageLimits.text.max} />
      </div>
      <Honeypot field={form.field('honeypot')} />
      <SubmitButton isBusy={form.isBusy}>{form.isBusy ? t('sending') : button}</SubmitButton>
      <p className="quiet">
        {t('privacy')} <Link to={paths.privacy}>{t('privacyLink')}</Link>
      </p>
    </form>
  );
};

/** Shown after sending: the reference, under a heading that takes the focus. */
export const SentNote = ({ messageForm: { receipt, writeAnother }, heading }: { readonly messageForm: Form; readonly heading: string }) => {
  const { t } = useTranslation('contact');
  const headingRef = useOutcomeHeading(receipt !== undefined);
  if (!receipt) return null;
  return (
    <div className="sent-note">
      <h2 ref={headingRef} tabIndex={-1}>
        {heading}
      </h2>
      <p>{t('sent.reference')}</p>
      <p className="sent-reference">{receipt.reference}</p>
      <p>{t('sent.next', { email: receipt.email })}</p>
      <button type="button" className="btn btn-outline-primary" onClick={writeAnother}>
        {t('sent.again')}
      </button>
    </div>
  );
};
