import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { billingInfo } from '#contract/order.ts';
import { useChange } from '#desk/parts/use-change.tsx';
import { AddressFields } from '#features/account/account-fields.tsx';
import { addressInOneLine } from '#features/account/format-address.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Field } from '#shared/ui/field.tsx';
import { FormSummary, SubmitButton } from '#shared/ui/form-summary.tsx';
import { fieldErrors, useForm } from '#shared/ui/use-form.ts';
import type { StepProps } from './next-step.tsx';
import { useCorrectAddressMutation } from './orders-api.ts';

const AddressForm = ({ order, onShow, onDone }: StepProps) => {
  const { t } = useTranslation(['desk-orders', 'checkout']);
  const { firstName, lastName, streetAddress, streetAddress2, city, state, postalCode, phone, email } = order.order.billingInfo;
  const old = { firstName, lastName, streetAddress, streetAddress2, city, state, postalCode, phone, email };
  const [correctAddress] = useCorrectAddressMutation();
  const { change, isBusy, note } = useChange(onShow);
  const labelOf = (name: keyof typeof old) => t(`checkout:fields.${name}`);
  const form = useForm({
    texts: old,
    validate: (values) =>
      fieldErrors(billingInfo, values, (name, issue) => t(`desk-orders:address.${issue}`, { field: labelOf(name as keyof typeof old) })),
  });
  const labelled = (name: keyof typeof old) => ({ ...form.field(name), label: labelOf(name), autoComplete: 'off' });
  return (
    <form
      noValidate
      onSubmit={form.submit(async (values) => {
        const isDone = await change(() => correctAddress({ orderId: order.id, version: order.version, billingInfo: values }).unwrap());
        if (isDone) onDone(t('desk-orders:address.done'));
      })}
    >
      <h2>{t('desk-orders:address.heading')}</h2>
      <p>{t('desk-orders:address.now', { address: [addressInOneLine(old), phone, email].join(', ') })}</p>
      <FormSummary form={form} />
      {note}
      <div className="form-grid">
        <Field {...labelled('firstName')} isHalf />
        <Field {...labelled('lastName')} isHalf />
        <AddressFields form={form} labelOf={labelOf} />
        <Field {...labelled('phone')} type="tel" isHalf />
        <Field {...labelled('email')} type="email" isHalf />
      </div>
      <p className="quiet">{t('desk-orders:address.told')}</p>
      <SubmitButton isBusy={isBusy}>{t('desk-orders:address.save')}</SubmitButton>
    </form>
  );
};

/** Corrects where an order that is not sent yet goes, in a dialog that shows the old address with the new one. */
export const CorrectAddress = ({ onDone, ...props }: StepProps) => {
  const { t } = useTranslation('desk-orders');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn btn-link" onClick={() => setIsOpen(true)}>
        {t('address.correct')}
      </button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} label={t('address.heading')} className="confirm-dialog desk-form-dialog">
        <AddressForm
          {...props}
          onDone={(said) => {
            setIsOpen(false);
            onDone(said);
          }}
        />
      </Dialog>
    </>
  );
};
