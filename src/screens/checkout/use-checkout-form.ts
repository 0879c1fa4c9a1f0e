import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { billingInfo, orderLimits, orderPayload } from '#contract/order.ts';
import { useUser } from '#features/account/use-user.ts';
import { keepDraft, readDraft } from '#features/orders/checkout-draft.ts';
import { fieldErrors, type ValidationIssue } from '#shared/ui/field-errors.ts';
import { useForm } from '#shared/ui/use-form.ts';

/** The fields that are typed in, in their order. */
const fieldNames = [
  'email',
  'firstName',
  'lastName',
  'streetAddress',
  'streetAddress2',
  'city',
  'state',
  'postalCode',
  'phone',
  'note',
] as const;

export type FieldName = (typeof fieldNames)[number];

const mustBeFilled = ['email', 'firstName', 'lastName', 'streetAddress', 'city', 'postalCode', 'phone', 'acceptsTerms'] as const;
const ownForm = ['email', 'phone'] as const;

const mostOf: Readonly<Record<FieldName, number>> = {
  ...orderLimits,
  firstName: orderLimits.name,
  lastName: orderLimits.name,
  streetAddress: orderLimits.street,
  streetAddress2: orderLimits.street,
};

const schema = z.extend(billingInfo, { note: orderPayload.shape.note, acceptsTerms: orderPayload.shape.acceptsTerms });

const noTexts: Readonly<Record<FieldName, string>> = {
  email: '',
  firstName: '',
  lastName: '',
  streetAddress: '',
  streetAddress2: '',
  city: '',
  state: '',
  postalCode: '',
  phone: '',
  note: '',
};
const noCheckboxes = { acceptsTerms: false };

/** Those of some texts that are fields of this form. */
const fieldsOf = (texts: Readonly<Record<string, string>>): Partial<Record<FieldName, string>> =>
  Object.fromEntries(fieldNames.flatMap((name) => (texts[name] ? [[name, texts[name]]] : [])));

/**
 * The checkout's form: checked by the contract, kept in this tab as a draft that survives a reload, and begun with what is known of a
 * signed-in shopper. The agreement to the terms is never kept, so each order asks for it anew.
 */
export const useCheckoutForm = () => {
  const { t } = useTranslation('checkout');
  const user = useUser();
  const [isRestored, setIsRestored] = useState(false);

  const say = (name: string, fault: ValidationIssue): string => {
    const field = fieldNames.find((each) => each === name);
    const required = mustBeFilled.find((each) => each === name);
    const formed = ownForm.find((each) => each === name);
    if (fault === 'empty' && required) return t(`errors.empty.${required}`);
    if (!field) return t('errors.empty.acceptsTerms');
    if (fault === 'long') return t('errors.long', { field: t(`fields.${field}`), count: mostOf[field] });
    return formed ? t(`errors.wrong.${formed}`) : t('errors.wrong.other', { field: t(`fields.${field}`) });
  };

  const form = useForm({ texts: noTexts, checkboxes: noCheckboxes, validate: (values) => fieldErrors(schema, values, say) });
  const { fillEmpty, values } = form;

  useEffect(() => {
    fillEmpty(fieldsOf(readDraft()));
    setIsRestored(true);
  }, [fillEmpty]);

  useEffect(() => {
    const { acceptsTerms: _, ...typed } = values;
    if (isRestored) keepDraft(typed);
  }, [isRestored, values]);

  useEffect(() => {
    if (!user || !isRestored) return;
    const { email, firstName, lastName, phone } = user;
    fillEmpty(fieldsOf({ email, firstName, lastName, phone }));
  }, [user, isRestored, fillEmpty]);

  return form;
};

export type CheckoutForm = ReturnType<typeof useCheckoutForm>;
