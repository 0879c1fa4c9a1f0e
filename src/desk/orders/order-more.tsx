import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lessAmount, pence, pounds, sum } from '#contract/money.ts';
import { useStaffProfileQuery } from '#desk/desk-api.ts';
import { DeskIcon } from '#desk/parts/desk-icon.tsx';
import { useChange } from '#desk/parts/use-change.tsx';
import { useDismiss } from '#shared/hooks/use-dismiss.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Checkbox, Field } from '#shared/ui/field.tsx';
import { FormSummary } from '#shared/ui/form-summary.tsx';
import { useForm } from '#shared/ui/use-form.ts';
import type { StepProps } from './next-step.tsx';
import { goodsName, useOrderTexts } from './order-texts.ts';
import { useCancelDeskOrderMutation, useSendMailAgainMutation, useSettleOrderMutation } from './orders-api.ts';

type FormProps = StepProps & { readonly onClose: () => void };

const CancelForm = ({ order, onShow, onDone, onClose }: FormProps) => {
  const { t } = useTranslation('desk-orders');
  const { money } = useOrderTexts();
  const [cancelOrder] = useCancelDeskOrderMutation();
  const { change, isBusy, note } = useChange(onShow);
  const form = useForm({ texts: { reason: '' }, validate: () => ({}) });
  const { overallTotal, moneyBack = [] } = order.order;
  const left = pounds(lessAmount(pence(overallTotal), sum(moneyBack.map(({ amount }) => pence(amount)))));
  return (
    <form
      onSubmit={form.submit(async ({ reason }) => {
        const isDone = await change(() => cancelOrder({ orderId: order.id, version: order.version, reason }).unwrap());
        if (isDone) onDone(t('cancel.done'));
      })}
    >
      <h2>{t('cancel.heading')}</h2>
      {note}
      <p>{order.status === 'pending' ? t('cancel.unpaid') : t('cancel.money', { amount: money(left) })}</p>
      <p>{t('cancel.shelf')}</p>
      <ul>
        {order.lines.map((line) => (
          <li key={`${line.productId} ${line.choice}`}>
            {line.quantity} × {goodsName(line)}
          </li>
        ))}
      </ul>
      <Field {...form.field('reason')} label={t('cancel.reason')} hint={t('cancel.reasonHint')} isOptional limit={200} />
      <div className="button-row">
        <button type="submit" className="btn btn-outline-primary is-danger" aria-disabled={isBusy} aria-busy={isBusy}>
          {t('cancel.submit')}
        </button>
        <button type="button" className="btn btn-primary" onClick={onClose}>
          {t('cancel.keep')}
        </button>
      </div>
    </form>
  );
};

const SettleForm = ({ order, onShow, onDone, onClose }: FormProps) => {
  const { t } = useTranslation('desk-orders');
  const { money } = useOrderTexts();
  const [settleOrder] = useSettleOrderMutation();
  const { change, isBusy, note } = useChange(onShow);
  const form = useForm({
    texts: { how: '' },
    checkboxes: { isChecked: false },
    validate: ({ how }) => (how.trim() === '' ? { how: t('settle.missing') } : {}),
  });
  return (
    <form
      noValidate
      onSubmit={form.submit(async ({ how, isChecked }) => {
        const isDone = await change(() => settleOrder({ orderId: order.id, version: order.version, how, isChecked }).unwrap());
        if (isDone) onDone(t('settle.done'));
      })}
    >
      <h2>{t('settle.heading', { amount: money(order.dueByHand) })}</h2>
      <FormSummary form={form} />
      {note}
      <Field {...form.field('how')} label={t('settle.how')} hint={t('settle.howHint')} />
      <Checkbox {...form.checkbox('isChecked')} isOptional>
        {t('settle.checked')}
      </Checkbox>
      <div className="button-row">
        <button type="submit" className="btn btn-primary" aria-disabled={isBusy} aria-busy={isBusy}>
          {t('settle.submit')}
        </button>
        <button type="button" className="btn btn-outline-primary" onClick={onClose}>
          {t('settle.leave')}
        </button>
      </div>
    </form>
  );
};

const forms = { cancel: CancelForm, settle: SettleForm } as const;

/** What is rarely done: sending a mail again, and for sellers cancelling, and saying how money that is due went back. */
export const OrderMore = (props: StepProps) => {
  const { t } = useTranslation('desk-orders');
  const { order, onDone } = props;
  const { data: staff } = useStaffProfileQuery();
  const [sendMailAgain] = useSendMailAgainMutation();
  const { change, note } = useChange(props.onShow);
  const menuRef = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [dialog, setDialog] = useState<keyof typeof forms>();
  useDismiss(menuRef, isOpen, () => setIsOpen(false));
  const isSeller = staff?.role === 'seller';
  const canSettle = isSeller && order.dueByHand > 0;
  const canCancel = isSeller && order.canCancel;
  if (order.mails.length === 0 && !canSettle && !canCancel) return null;
  const open = (form: keyof typeof forms) => {
    setIsOpen(false);
    setDialog(form);
  };
  const Form = dialog && forms[dialog];
  return (
    <>
      <details ref={menuRef} className="desk-menu" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="btn btn-outline-primary">
          {t('more.label')}
          <DeskIcon name="down" />
        </summary>
        <ul>
          {order.mails.map((kind) => (
            <li key={kind}>
              <button
                type="button"
                onClick={() => {
                  setIsOpen(false);
                  void change(() => sendMailAgain({ orderId: order.id, kind }).unwrap()).then(
                    (isDone) => isDone && onDone(t(`more.mailed.${kind}`)),
                  );
                }}
              >
                {t(`more.mail.${kind}`)}
              </button>
            </li>
          ))}
          {canSettle && (
            <li>
              <button type="button" onClick={() => open('settle')}>
                {t('more.settle')}
              </button>
            </li>
          )}
          {canCancel && (
            <li>
              <button type="button" className="is-danger" onClick={() => open('cancel')}>
                {t('more.cancel')}
              </button>
            </li>
          )}
        </ul>
      </details>
      {note}
      <Dialog
        isOpen={dialog !== undefined}
        onClose={() => setDialog(undefined)}
        label={dialog === 'settle' ? t('more.settle') : t('cancel.heading')}
        className="confirm-dialog desk-form-dialog"
      >
        {Form && (
          <Form
            {...props}
            onClose={() => setDialog(undefined)}
            onDone={(said) => {
              setDialog(undefined);
              onDone(said);
            }}
          />
        )}
      </Dialog>
    </>
  );
};
