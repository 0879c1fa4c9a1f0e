import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fullName } from '#contract/full-name.ts';
import { contactForm, type EnquiryKind, enquiryForm, type MessageReceipt, messageLimits } from '#contract/messages.ts';
import { useUser } from '#features/account/account-api.ts';
import { messageDraft, useSendContactMutation, useSendEnquiryMutation } from '#features/messages/messages-api.ts';
import { failureText } from '#shared/api/api-error.ts';
import { fieldErrors, useForm, type ValidationIssue } from '#shared/ui/use-form.ts';
import { useFormDraft } from '#shared/ui/use-form-draft.ts';
import { useSending } from '#shared/ui/use-sending.ts';

/** The fields of all message forms in their order; each form shows some of them. */
const noTexts = { name: '', business: '', email: '', phone: '', topic: '', orderId: '', message: '', honeypot: '' };

type FieldName = keyof typeof noTexts;

const draftNames = (Object.keys(noTexts) as FieldName[]).filter((name) => name !== 'honeypot');

const useFieldMessages = () => {
  const { t } = useTranslation('contact');
  const { min, max } = messageLimits.text;
  return (name: string, issue: ValidationIssue): string => {
    switch (name) {
      case 'name':
      case 'business':
      case 'topic':
        return issue === 'empty' ? t(`errors.${name}`) : t('errors.long');
      case 'email':
        return issue === 'empty' ? t('errors.email') : t('errors.emailWrong');
      case 'message':
        if (issue === 'empty') return t('errors.message');
        return issue === 'long' ? t('errors.messageLong', { max }) : t('errors.messageShort', { min });
      default:
        return t('errors.long');
    }
  };
};

/**
 * A message form: validated by the contract, stored as a draft, and prefilled for a signed-in user. `initial` are initial values of its
 * fields; `receipt` is defined once it is sent.
 */
export const useMessageForm = (kind: 'contact' | EnquiryKind, initial: Partial<Record<FieldName, string>> = {}) => {
  const { t: common } = useTranslation('common');
  const toMessage = useFieldMessages();
  const user = useUser();
  const draft = messageDraft(kind);
  const [receipt, setReceipt] = useState<{ readonly reference: string; readonly email: string }>();

  const form = useForm<FieldName>({
    texts: { ...noTexts, ...initial },
    validate: (values) =>
      kind === 'contact' ? fieldErrors(contactForm, values, toMessage) : fieldErrors(enquiryForm, { ...values, kind }, toMessage),
  });
  const { setValues, values } = form;
  const [sendContact] = useSendContactMutation();
  const [sendEnquiry] = useSendEnquiryMutation();
  const { send, clear, message } = useSending(form, (error) => failureText(common, error));

  useFormDraft(form, {
    storage: draft,
    names: draftNames,
    user,
    fromUser: ({ firstName, lastName, email, phone }) => ({ name: fullName({ firstName, lastName }), email, phone }),
    isPaused: receipt !== undefined,
  });

  const sendMessage = (typed: typeof values): Promise<MessageReceipt> => {
    // The schema drops the fields that the form does not have, e.g. an empty `business`.
    if (kind === 'contact') return sendContact(contactForm.parse(typed)).unwrap();
    return sendEnquiry(enquiryForm.parse({ ...typed, kind })).unwrap();
  };

  return {
    form,
    message,
    receipt,
    onSubmit: form.submit((typed) =>
      send(sendMessage(typed), ({ reference }) => {
        setReceipt({ reference, email: typed.email.trim() });
        // Another message has the same sender.
        form.reset();
        setValues({ name: typed.name, email: typed.email, topic: '', orderId: '' });
        draft.remove();
      }),
    ),
    clear,
    /** Shows the form again for another message. */
    writeAnother: () => setReceipt(undefined),
  };
};

export type MessageForm = ReturnType<typeof useMessageForm>;
