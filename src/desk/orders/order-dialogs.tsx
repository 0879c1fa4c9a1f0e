import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { lessAmount, pence, pounds, sum } from '#contract/money.ts';
import { billingInfo } from '#contract/order.ts';
import { callTo } from '#desk/desk-api.ts';
import { ChangeForm, useChange } from '#desk/parts/change-form.tsx';
import { TextField } from '#desk/parts/text-field.tsx';
import { usePounds } from '#desk/parts/use-pounds.ts';
import { useVersionSeen } from '#desk/parts/use-version-seen.ts';
import { AddressFields } from '#features/account/account-fields.tsx';
import { addressInOneLine } from '#features/account/format-address.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Checkbox, Field } from '#shared/ui/field.tsx';
import { FormSummary, SubmitButton } from '#shared/ui/form-summary.tsx';
import { fieldErrors, useForm } from '#shared/ui/use-form.ts';
import type { StepProps } from './next-step.tsx';
import { goodsName } from './order-texts.ts';

type FormProps = StepProps & { readonly onClose: () => void };

/** Where an order that is not sent yet goes, with the address as it is now. */
const AddressForm = ({ order: { id, version, order }, onClose }: FormProps) => {
  const { t } = useTranslation(['desk-orders', 'checkout']);
  const { firstName, lastName, streetAddress, streetAddress2, city, state, postalCode, phone, email } = order.billingInfo;
  const currentAddress = { firstName, lastName, streetAddress, streetAddress2, city, state, postalCode, phone, email };
  const seen = useVersionSeen(version, currentAddress);
  const { change, isBusy, note } = useChange(seen.show);
  /** A postcode where delivery costs more or is not offered: the seller was told, and may save it all the same. */
  const [dearPostcode, setDearPostcode] = useState<string>();
  const labelOf = (name: keyof typeof currentAddress) => t(`checkout:fields.${name}`);
  const form = useForm({
    texts: currentAddress,
    // Untouched fields follow when somebody else corrects the address meanwhile.
    isFollowing: true,
    validate: (values) =>
      fieldErrors(billingInfo, values, (name, issue) =>
        t(`desk-orders:address.${issue}`, { field: labelOf(name as keyof typeof currentAddress) }),
      ),
  });
  const isConfirmed = form.values.postalCode === dearPostcode;
  const labelledField = (name: keyof typeof currentAddress) => ({ ...form.field(name), label: labelOf(name), autoComplete: 'off' });
  return (
    <form
      noValidate
      onSubmit={form.submit(async (values) => {
        const failure = await change(
          callTo(deskEndpoints.correctAddress, { id, version: seen.version, billingInfo: values, isConfirmed }),
          {
            successMessage: t('desk-orders:address.done'),
            onDone: onClose,
          },
        );
        setDearPostcode(failure?.code === 'zone' ? values.postalCode : undefined);
      })}
    >
      <h2>{t('desk-orders:address.heading')}</h2>
      <FormSummary form={form} />
      {note}
      <p>{t('desk-orders:address.now', { address: [addressInOneLine(currentAddress), phone, email].join(', ') })}</p>
      <div className="form-grid">
        <Field {...labelledField('firstName')} isHalf />
        <Field {...labelledField('lastName')} isRequired={false} isHalf />
        <AddressFields form={form} labelOf={labelOf} />
        <Field {...labelledField('phone')} type="tel" isHalf />
        <Field {...labelledField('email')} type="email" isHalf />
      </div>
      <p className="quiet">{t('desk-orders:address.told')}</p>
      <SubmitButton isBusy={isBusy}>{t(isConfirmed ? 'desk-orders:address.saveAnyway' : 'desk-orders:address.save')}</SubmitButton>
    </form>
  );
};

const CancelForm = ({ order: { id, version, status, lines, order }, onClose }: FormProps) => {
  const { t } = useTranslation('desk-orders');
  const formatPounds = usePounds();
  const [reason, setReason] = useState('');
  const { overallTotal, moneyBack = [] } = order;
  const amountLeft = pounds(lessAmount(pence(overallTotal), sum(moneyBack.map(({ amount }) => pence(amount)))));
  return (
    <ChangeForm
      call={callTo(deskEndpoints.cancelOrder, { id, version, reason })}
      submit={t('cancel.submit')}
      successMessage={t('cancel.done')}
      onDone={onClose}
      isDanger
      buttons={
        <button type="button" className="btn btn-primary" onClick={onClose}>
          {t('cancel.keep')}
        </button>
      }
    >
      <h2>{t('cancel.heading')}</h2>
      <p>{status === 'pending' ? t('cancel.unpaid') : t('cancel.money', { amount: formatPounds(amountLeft) })}</p>
      <p>{t('cancel.shelf')}</p>
      <ul>
        {lines.map((line) => (
          <li key={`${line.productId} ${line.choice}`}>
            {line.quantity} × {goodsName(line)}
          </li>
        ))}
      </ul>
      <TextField label={t('cancel.reason')} maxLength={200} value={reason} onText={setReason}>
        <p className="field-hint">{t('cancel.reasonHint')}</p>
      </TextField>
    </ChangeForm>
  );
};

const SettleForm = ({ order: { id, version, dueByHand }, onClose }: FormProps) => {
  const { t } = useTranslation('desk-orders');
  const formatPounds = usePounds();
  const [how, setHow] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  return (
    <ChangeForm
      call={callTo(deskEndpoints.settleOrder, { id, version, how, isChecked })}
      submit={t('settle.submit')}
      successMessage={t('settle.done')}
      onDone={onClose}
      isReady={how.trim() !== ''}
      buttons={
        <button type="button" className="btn btn-outline-primary" onClick={onClose}>
          {t('settle.leave')}
        </button>
      }
    >
      <h2>{t('settle.heading', { amount: formatPounds(dueByHand) })}</h2>
      <TextField label={t('settle.how')} maxLength={200} required value={how} onText={setHow}>
        <p className="field-hint">{t('settle.howHint')}</p>
      </TextField>
      <Checkbox id="settle-checked" name="isChecked" error={undefined} isOptional isChecked={isChecked} onChange={setIsChecked}>
        {t('settle.checked')}
      </Checkbox>
    </ChangeForm>
  );
};

const forms = { address: AddressForm, cancel: CancelForm, settle: SettleForm } as const;

export type OrderForm = keyof typeof forms;

/** A form over the page of an order; closes once it was sent. `onClose` closes this form only: it may have given way to another meanwhile. */
export const OrderDialog = ({ form, ...props }: FormProps & { readonly form: OrderForm | undefined }) => {
  const { t } = useTranslation('desk-orders');
  const formatPounds = usePounds();
  const { order, onClose } = props;
  const Form = form && forms[form];
  return (
    <Dialog
      isOpen={Form !== undefined}
      onClose={onClose}
      label={form ? t(`${form}.heading`, { amount: formatPounds(order.dueByHand) }) : ''}
      className="confirm-dialog desk-form-dialog"
    >
      {Form && <Form {...props} />}
    </Dialog>
  );
};
