import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contactForm, type EnquiryKind, enquiryForm, type MessageReceipt, messageLimits } from '#contract/messages.ts';
import { useUser } from '#features/account/use-user.ts';
import { messageDraft } from '#features/messages/message-draft.ts';
import { useSendContactMutation, useSendEnquiryMutation } from '#features/messages/messages-api.ts';
import { failureText } from '#shared/api/failure-text.ts';
import { fieldErrors, type ValidationIssue } from '#shared/ui/field-errors.ts';
import { useForm } from '#shared/ui/use-form.ts';
import { useSending } from '#shared/ui/use-sending.ts';

/** Every field that one of the forms has, in their order; each form shows its own. */
const noTexts = { name: '', business: '', email: '', phone: '', topic: '', orderId: '', message: '', honeypot: '' };

type FieldName = keyof typeof noTexts;

const isField = (name: string): name is FieldName => Object.hasOwn(noTexts, name);

/** Those of some texts that are fields of a form and say something. */
const fieldsOf = (texts: Readonly<Record<string, string>>): Partial<Record<FieldName, string>> =>
  Object.fromEntries(Object.entries(texts).filter(([name, text]) => isField(name) && text !== ''));

const useFaultWords = () => {
  const { t } = useTranslation('contact');
  const { least, most } = messageLimits.text;
  return (name: string, fault: ValidationIssue): string => {
    switch (name) {
      case 'name':
      case 'business':
      case 'topic':
        return fault === 'empty' ? t(`fault.${name}`) : t('fault.long');
      case 'email':
        return fault === 'empty' ? t('fault.email') : t('fault.emailWrong');
      case 'message':
        if (fault === 'empty') return t('fault.message');
        return fault === 'long' ? t('fault.messageLong', { most }) : t('fault.messageShort', { least });
      default:
        return t('fault.long');
    }
  };
};

/**
 * A form that writes to the seller: checked by the contract, begun with what is known of a signed-in shopper,
 * kept as a draft that neither a reload nor another page loses. `receipt` is there once it is sent; `given` stands in the fields at first.
 */
export const useMessageForm = (of: 'contact' | EnquiryKind, given: Partial<Record<FieldName, string>> = {}) => {
  const { t: common } = useTranslation('common');
  const say = useFaultWords();
  const user = useUser();
  const draft = useMemo(() => messageDraft(of), [of]);
  const [isRestored, setIsRestored] = useState(false);
  const [receipt, setReceipt] = useState<{ readonly reference: string; readonly email: string }>();

  const form = useForm<FieldName, never>({
    texts: { ...noTexts, ...given },
    checkboxes: {},
    validate: (values) =>
      of === 'contact' ? fieldErrors(contactForm, values, say) : fieldErrors(enquiryForm, { ...values, kind: of }, say),
  });
  const { setValues, fillEmpty, values } = form;
  const [sendContact] = useSendContactMutation();
  const [sendEnquiry] = useSendEnquiryMutation();
  const { send, clear, message } = useSending(form, (error) => failureText(common, error));

  useEffect(() => {
    fillEmpty(fieldsOf(draft.read()));
    setIsRestored(true);
  }, [draft, fillEmpty]);

  useEffect(() => {
    const { honeypot: _, ...typed } = values;
    if (isRestored && !receipt) draft.keep(typed);
  }, [draft, isRestored, receipt, values]);

  useEffect(() => {
    if (!user || !isRestored) return;
    const { firstName, lastName, email, phone } = user;
    fillEmpty(fieldsOf({ name: `${firstName} ${lastName}`.trim(), email, phone }));
  }, [user, isRestored, fillEmpty]);

  const sendMessage = (typed: typeof values): Promise<MessageReceipt> => {
    // The schema drops the fields that the form does not have, e.g. an empty `business`.
    if (of === 'contact') return sendContact(contactForm.parse(typed)).unwrap();
    return sendEnquiry(enquiryForm.parse({ ...typed, kind: of })).unwrap();
  };

  return {
    form,
    message,
    receipt,
    /** What the form's `onSubmit` wants. */
    onSubmit: form.submit((typed) =>
      send(sendMessage(typed), ({ reference }) => {
        setReceipt({ reference, email: typed.email.trim() });
        // Who writes again is still the same; what was written is sent.
        form.reset();
        setValues({ name: typed.name, email: typed.email, topic: '', orderId: '' });
        draft.forget();
      }),
    ),
    clear,
    /** Lets another message be written. */
    again: () => setReceipt(undefined),
  };
};

export type MessageForm = ReturnType<typeof useMessageForm>;
