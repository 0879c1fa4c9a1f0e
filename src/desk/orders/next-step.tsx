import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskOrder } from '#contract/desk/orders.ts';
import { trackingUrl } from '#contract/tracking.ts';
import { DueText } from '#desk/parts/due-text.tsx';
import { useChange } from '#desk/parts/use-change.tsx';
import { useViewHeading } from '#shared/hooks/use-view-heading.ts';
import { useOrderTexts } from './order-texts.ts';
import { useMarkDeliveredMutation, useSendOrdersMutation, useStartPackingMutation } from './orders-api.ts';
import { CourierField, lastCourier, TrackingField } from './shipping-fields.tsx';
import { theOnly } from './the-only.ts';

export type StepProps = { readonly order: DeskOrder; readonly onShow: () => void; readonly onDone: (said: string) => void };

type Typed = { readonly courier?: string; readonly tracking?: string };
type SendProps = StepProps & { readonly typed: Typed; readonly onType: (typed: Typed) => void };

/** Courier and tracking number, of a parcel that is sent or whose number is corrected. */
const SendForm = ({ order, onShow, onDone, typed, onType }: SendProps) => {
  const { t } = useTranslation('desk-orders');
  const isCorrection = order.status === 'Dispatch';
  const { courier, tracking } = { courier: order.courier || lastCourier.read(), tracking: order.tracking, ...typed };
  const [sendOrders] = useSendOrdersMutation();
  const { change, isBusy, note } = useChange(onShow);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (courier.trim() === '') return;
    const parcel = { id: order.id, version: order.version, replacement: null, courier: courier.trim(), tracking: tracking.trim() };
    const isDone = await change(async () => theOnly(await sendOrders({ parcels: [parcel] }).unwrap()));
    if (!isDone) return;
    lastCourier.write(courier.trim());
    onType({});
    onDone(isCorrection ? t('step.corrected') : t('step.sent', { name: order.order.billingInfo.firstName }));
  };
  return (
    <form className="desk-step-form" onSubmit={(event) => void submit(event)}>
      {note}
      <CourierField label={t('send.courier')} value={courier} onText={(text) => onType({ ...typed, courier: text })} />
      <TrackingField value={tracking} onText={(text) => onType({ ...typed, tracking: text })} />
      <button
        type="submit"
        className={isCorrection ? 'btn btn-outline-primary' : 'btn btn-primary'}
        aria-disabled={isBusy}
        aria-busy={isBusy}
      >
        {t(isCorrection ? 'step.correct' : 'send.heading')}
      </button>
    </form>
  );
};

const Packing = ({ order, onShow, onDone }: StepProps) => {
  const { t } = useTranslation('desk-orders');
  const [startPacking] = useStartPackingMutation();
  const { change, isBusy, note } = useChange(onShow);
  const start = async () => {
    const isDone = await change(async () => theOnly(await startPacking({ orders: [{ id: order.id, version: order.version }] }).unwrap()));
    if (isDone) onDone(t('moved.packing', { count: 1 }));
  };
  return (
    <>
      {note}
      <button type="button" className="btn btn-primary" aria-disabled={isBusy} aria-busy={isBusy} onClick={() => void start()}>
        {t('packing.start')}
      </button>
    </>
  );
};

const Sent = (props: SendProps) => {
  const { order, onShow, onDone, typed } = props;
  const { t } = useTranslation('desk-orders');
  const [markDelivered] = useMarkDeliveredMutation();
  const { change, isBusy, note } = useChange(onShow);
  const url = order.tracking === '' ? undefined : trackingUrl(order.courier, order.tracking);
  const deliver = async () => {
    const isDone = await change(() => markDelivered({ orderId: order.id, version: order.version }).unwrap());
    if (isDone) onDone(t('step.delivered'));
  };
  return (
    <>
      <p>
        {order.courier} {url === undefined ? order.tracking : <a href={url}>{order.tracking}</a>}
      </p>
      {note}
      <button type="button" className="btn btn-primary" aria-disabled={isBusy} aria-busy={isBusy} onClick={() => void deliver()}>
        {t('step.deliver')}
      </button>
      <details open={typed.tracking !== undefined}>
        <summary>{t('step.correct')}</summary>
        <SendForm {...props} />
      </details>
    </>
  );
};

/** What is to be done next with an order; only this card has a main button. */
export const NextStep = ({ order, onShow, onDone }: StepProps) => {
  const { t } = useTranslation('desk-orders');
  const { moment } = useOrderTexts();
  const { status, payment, postBy, isLate } = order;
  const { payBy = '', cancellation, deliveredAt, billingInfo } = order.order;
  // The pressed button goes with its step.
  const headingRef = useViewHeading(status);
  // Here, so that what was typed outlives a step that somebody else takes.
  const [typed, setTyped] = useState<Typed>({});
  const step = { order, onShow, onDone, typed, onType: setTyped };
  return (
    <section className="desk-step">
      <div>
        <h2 ref={headingRef} tabIndex={-1}>
          {t(`step.headings.${status}`)}
        </h2>
        {(status === 'confirmed' || status === 'processing') && <DueText postBy={postBy} isLate={isLate} />}
      </div>
      {status === 'pending' && <p>{payment === null ? t('step.open', { when: moment(payBy) }) : t(`step.${payment}`)}</p>}
      {status === 'cancelled' && (
        <p>{t('step.cancelled', { reason: cancellation?.reason ?? '', context: cancellation?.reason ? 'reason' : '' })}</p>
      )}
      {status === 'confirmed' && <Packing {...step} />}
      {status === 'processing' && <SendForm {...step} />}
      {status === 'Dispatch' && <Sent {...step} />}
      {status === 'Delivered' && deliveredAt !== undefined && <p>{moment(deliveredAt)}</p>}
      {(status === 'confirmed' || status === 'processing') && (
        <p className="quiet">{t(`step.told.${status}`, { name: billingInfo.firstName })}</p>
      )}
    </section>
  );
};
