import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { billingInfo, orderLimits, orderPayload } from '#contract/order.ts';
import { useUser } from '#features/account/account-api.ts';
import { checkoutDraft } from '#features/orders/order-attempt.ts';
import { fieldErrors, useForm, type ValidationIssue } from '#shared/ui/use-form.ts';
import { useFormDraft } from '#shared/ui/use-form-draft.ts';
import { isAddressEmpty, useUsualAddress } from './use-usual-address.ts';

/** The text fields in their order. */
const noTexts = {
  email: '',
  firstName: '',
  lastName: '',
  streetAddress: '',
  streetAddress2: '',
  city: '',
  state: '',
  postalCode: '',
  phone: '',
  giftMessage: '',
  note: '',
};

type FieldName = keyof typeof noTexts;

const fieldNames = Object.keys(noTexts) as FieldName[];

const requiredNames = ['email', 'firstName', 'streetAddress', 'city', 'postalCode', 'phone', 'acceptsTerms'] as const;
/** Fields with a message of their own for a wrong value. */
const namesWithFormat = ['email', 'phone'] as const;

const maxLengths: Readonly<Record<FieldName, number>> = {
  ...orderLimits,
  giftMessage: orderLimits.note,
  firstName: orderLimits.name,
  lastName: orderLimits.name,
  streetAddress: orderLimits.street,
  streetAddress2: orderLimits.street,
};

const { giftMessage, note, acceptsTerms, refusesReviewMail } = orderPayload.shape;

const schema = z.extend(billingInfo, { giftMessage, note, acceptsTerms, refusesReviewMail });

const noCheckboxes = { acceptsTerms: false, refusesReviewMail: false };

/**
 * The checkout's form: validated by the contract, stored as a draft, and prefilled for a signed-in user. The agreement to the terms is never
 * stored: each order needs it anew. `refusalOf` is why nothing is delivered to a postcode.
 */
export const useCheckoutForm = (refusalOf: (postcode: string) => string | undefined) => {
  const { t } = useTranslation('checkout');
  const user = useUser();
  const usualAddress = useUsualAddress(user);

  const toMessage = (name: string, issue: ValidationIssue): string => {
    const field = fieldNames.find((each) => each === name);
    const required = requiredNames.find((each) => each === name);
    const withFormat = namesWithFormat.find((each) => each === name);
    if (issue === 'empty' && required) return t(`errors.empty.${required}`);
    if (!field) return t('errors.empty.acceptsTerms');
    if (issue === 'long') return t('errors.long', { field: t(`fields.${field}`), count: maxLengths[field] });
    return withFormat ? t(`errors.wrong.${withFormat}`) : t('errors.wrong.other', { field: t(`fields.${field}`) });
  };

  const form = useForm({
    // A text field, because drafts store texts only: a ticked box must still be ticked after coming back from the payment page.
    texts: { ...noTexts, giftWrap: '' },
    checkboxes: noCheckboxes,
    validate: (values) => ({ postalCode: refusalOf(values.postalCode), ...fieldErrors(schema, values, toMessage) }),
  });
  useFormDraft(form, {
    storage: checkoutDraft,
    names: [...fieldNames, 'giftWrap'],
    user: usualAddress.isKnown ? user : null,
    fromUser: ({ email, firstName, lastName, phone }) => ({
      email,
      firstName,
      lastName,
      phone,
      // The saved address is filled in whole or not at all, so that its lines do not mix with a typed address.
      ...(isAddressEmpty(form.values) && usualAddress.texts),
    }),
  });
  return form;
};

export type CheckoutForm = ReturnType<typeof useCheckoutForm>;
