import type { FormEventHandler, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lessAmount, pence, pounds, sum } from '#contract/money.ts';
import { billingInfo } from '#contract/order.ts';
import { useChange } from '#desk/parts/use-change.tsx';
import { usePounds } from '#desk/parts/use-pounds.ts';
import { AddressFields } from '#features/account/account-fields.tsx';
import { addressInOneLine } from '#features/account/format-address.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Checkbox, Field } from '#shared/ui/field.tsx';
import { FormSummary } from '#shared/ui/form-summary.tsx';
import { type FormProblems, fieldErrors, useForm } from '#shared/ui/use-form.ts';
import type { StepProps } from './next-step.tsx';
import { goodsName } from './order-texts.ts';
import { useCancelDeskOrderMutation, useCorrectAddressMutation, useSettleOrderMutation } from './orders-api.ts';

type FormProps = StepProps & { readonly onClose: () => void };

type DialogFormProps = Pick<FormProps, 'onClose'> & {
  readonly heading: string;
  readonly form: FormProblems;
  readonly changing: ReturnType<typeof useChange>;
  readonly onSubmit: FormEventHandler;
  readonly submit: string;
  /** The button that changes nothing. */
  readonly leave: string;
  readonly isDanger?: boolean;
  readonly children: ReactNode;
};

const DialogForm = ({ heading, form, changing, onSubmit, submit, leave, isDanger = false, onClose, children }: DialogFormProps) => (
  <form noValidate onSubmit={onSubmit}>
    <h2>{heading}</h2>
    <FormSummary form={form} />
    {changing.note}
    {children}
    <div className="button-row">
      <button
        type="submit"
        className={`btn ${isDanger ? 'btn-outline-primary is-danger' : 'btn-primary'}`}
        aria-disabled={changing.isBusy}
        aria-busy={changing.isBusy}
      >
        {submit}
      </button>
      <button type="button" className={`btn btn-${isDanger ? '' : 'outline-'}primary`} onClick={onClose}>
        {leave}
      </button>
    </div>
  </form>
);

/** Where an order that is not sent yet goes, with the address as it is now. */
const AddressForm = ({ order: { id, version, order }, onShow, onDone, onClose }: FormProps) => {
  const { t } = useTranslation(['desk-orders', 'checkout']);
  const { firstName, lastName, streetAddress, streetAddress2, city, state, postalCode, phone, email } = order.billingInfo;
  const old = { firstName, lastName, streetAddress, streetAddress2, city, state, postalCode, phone, email };
  const [correctAddress] = useCorrectAddressMutation();
  const changing = useChange(onShow);
  const labelOf = (name: keyof typeof old) => t(`checkout:fields.${name}`);
  const form = useForm({
    texts: old,
    validate: (values) =>
      fieldErrors(billingInfo, values, (name, issue) => t(`desk-orders:address.${issue}`, { field: labelOf(name as keyof typeof old) })),
  });
  const labelled = (name: keyof typeof old) => ({ ...form.field(name), label: labelOf(name), autoComplete: 'off' });
  return (
    <DialogForm
      heading={t('desk-orders:address.heading')}
      form={form}
      changing={changing}
      submit={t('desk-orders:address.save')}
      leave={t('desk-orders:address.leave')}
      onClose={onClose}
      onSubmit={form.submit(async (values) => {
        const isDone = await changing.change(() => correctAddress({ id, version, billingInfo: values }).unwrap());
        if (isDone) onDone(t('desk-orders:address.done'));
      })}
    >
      <p>{t('desk-orders:address.now', { address: [addressInOneLine(old), phone, email].join(', ') })}</p>
      <div className="form-grid">
        <Field {...labelled('firstName')} isHalf />
        <Field {...labelled('lastName')} isHalf />
        <AddressFields form={form} labelOf={labelOf} />
        <Field {...labelled('phone')} type="tel" isHalf />
        <Field {...labelled('email')} type="email" isHalf />
      </div>
      <p className="quiet">{t('desk-orders:address.told')}</p>
    </DialogForm>
  );
};

const CancelForm = ({ order: { id, version, status, lines, order }, onShow, onDone, onClose }: FormProps) => {
  const { t } = useTranslation('desk-orders');
  const money = usePounds();
  const [cancelOrder] = useCancelDeskOrderMutation();
  const changing = useChange(onShow);
  const form = useForm({ texts: { reason: '' }, validate: () => ({}) });
  const { overallTotal, moneyBack = [] } = order;
  const left = pounds(lessAmount(pence(overallTotal), sum(moneyBack.map(({ amount }) => pence(amount)))));
  return (
    <DialogForm
      heading={t('cancel.heading')}
      form={form}
      changing={changing}
      submit={t('cancel.submit')}
      leave={t('cancel.keep')}
      isDanger
      onClose={onClose}
      onSubmit={form.submit(async ({ reason }) => {
        if (await changing.change(() => cancelOrder({ id, version, reason }).unwrap())) onDone(t('cancel.done'));
      })}
    >
      <p>{status === 'pending' ? t('cancel.unpaid') : t('cancel.money', { amount: money(left) })}</p>
      <p>{t('cancel.shelf')}</p>
      <ul>
        {lines.map((line) => (
          <li key={`${line.productId} ${line.choice}`}>
            {line.quantity} × {goodsName(line)}
          </li>
        ))}
      </ul>
      <Field {...form.field('reason')} label={t('cancel.reason')} hint={t('cancel.reasonHint')} isOptional limit={200} />
    </DialogForm>
  );
};

const SettleForm = ({ order: { id, version, dueByHand }, onShow, onDone, onClose }: FormProps) => {
  const { t } = useTranslation('desk-orders');
  const money = usePounds();
  const [settleOrder] = useSettleOrderMutation();
  const changing = useChange(onShow);
  const form = useForm({
    texts: { how: '' },
    checkboxes: { isChecked: false },
    validate: ({ how }) => (how.trim() === '' ? { how: t('settle.missing') } : {}),
  });
  return (
    <DialogForm
      heading={t('settle.heading', { amount: money(dueByHand) })}
      form={form}
      changing={changing}
      submit={t('settle.submit')}
      leave={t('settle.leave')}
      onClose={onClose}
      onSubmit={form.submit(async (values) => {
        if (await changing.change(() => settleOrder({ id, version, ...values }).unwrap())) onDone(t('settle.done'));
      })}
    >
      <Field {...form.field('how')} label={t('settle.how')} hint={t('settle.howHint')} />
      <Checkbox {...form.checkbox('isChecked')} isOptional>
        {t('settle.checked')}
      </Checkbox>
    </DialogForm>
  );
};

const forms = { address: AddressForm, cancel: CancelForm, settle: SettleForm } as const;

export type OrderForm = keyof typeof forms;

/** A form over the page of an order; closes once it was sent. */
export const OrderDialog = ({ form, ...props }: FormProps & { readonly form: OrderForm | undefined }) => {
  const { t } = useTranslation('desk-orders');
  const money = usePounds();
  const { order, onClose, onDone } = props;
  const Form = form && forms[form];
  return (
    <Dialog
      isOpen={Form !== undefined}
      onClose={onClose}
      label={form ? t(`${form}.heading`, { amount: money(order.dueByHand) }) : ''}
      className="confirm-dialog desk-form-dialog"
    >
      {Form && (
        <Form
          {...props}
          onDone={(said) => {
            onClose();
            onDone(said);
          }}
        />
      )}
    </Dialog>
  );
};
