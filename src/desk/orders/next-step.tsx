import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskOrder } from '#contract/desk/orders.ts';
import { trackingUrl } from '#contract/tracking.ts';
import { DueText } from '#desk/parts/due-text.tsx';
import { useChange } from '#desk/parts/use-change.tsx';
import { useOrderTexts } from './order-texts.ts';
import { useMarkDeliveredMutation, useSendOrdersMutation, useStartPackingMutation } from './orders-api.ts';
import { CourierField, lastCourier, TrackingField } from './shipping-fields.tsx';
import { theOnly } from './the-only.ts';

export type StepProps = { readonly order: DeskOrder; readonly onShow: () => void; readonly onDone: (said: string) => void };

/** The heading of a view, which takes the focus where the pressed button has gone with the view before. */
const useNextHeading = (view: string) => {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const shownRef = useRef(view);
  useLayoutEffect(() => {
    if (shownRef.current !== view && document.activeElement === document.body) headingRef.current?.focus();
    shownRef.current = view;
  }, [view]);
  return headingRef;
};

type Shipping = { readonly courier: string; readonly tracking: string };
type ShippingFormProps = {
  readonly shipping: Shipping;
  readonly onType: (typed: Partial<Shipping>) => void;
  readonly onSend: () => void;
  readonly isCorrection: boolean;
  readonly isBusy: boolean;
};

const ShippingForm = ({ shipping: { courier, tracking }, onType, onSend, isCorrection, isBusy }: ShippingFormProps) => {
  const { t } = useTranslation('desk-orders');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (courier.trim() !== '') onSend();
  };
  return (
    <form className="desk-step-form" onSubmit={submit}>
      <CourierField label={t('send.courier')} value={courier} onText={(text) => onType({ courier: text })} />
      <TrackingField value={tracking} onText={(text) => onType({ tracking: text })} />
      <button type="submit" className={`btn ${isCorrection ? 'btn-outline-primary' : 'btn-primary'}`} aria-disabled={isBusy}>
        {t(isCorrection ? 'step.correct' : 'send.heading')}
      </button>
    </form>
  );
};

/** What is to be done next with an order; only this card has a main button. What was typed outlives a step that somebody else takes. */
export const NextStep = ({ order, onShow, onDone }: StepProps) => {
  const { t } = useTranslation('desk-orders');
  const { moment } = useOrderTexts();
  const [startPacking] = useStartPackingMutation();
  const [sendOrders] = useSendOrdersMutation();
  const [markDelivered] = useMarkDeliveredMutation();
  const { change, isBusy, note } = useChange(onShow);
  const [typed, setTyped] = useState<Partial<Shipping>>({});
  const { id, version, status, payment, postBy, isLate, courier, tracking } = order;
  const { payBy = '', cancellation, deliveredAt, billingInfo } = order.order;
  const headingRef = useNextHeading(status);
  const shipping = { courier: courier || lastCourier.read(), tracking, ...typed };
  const url = tracking === '' ? undefined : trackingUrl(courier, tracking);

  const press = async (call: () => Promise<unknown>, said: string) => {
    if (await change(call)) onDone(said);
  };
  const pack = () =>
    press(async () => theOnly(await startPacking({ orders: [{ id, version }] }).unwrap()), t('moved.packing', { count: 1 }));
  const deliver = () => press(() => markDelivered({ orderId: id, version }).unwrap(), t('step.delivered'));
  const send = () =>
    press(
      async () => {
        const sent = { courier: shipping.courier.trim(), tracking: shipping.tracking.trim() };
        theOnly(await sendOrders({ parcels: [{ id, version, replacement: null, ...sent }] }).unwrap());
        lastCourier.write(sent.courier);
        setTyped({});
      },
      status === 'Dispatch' ? t('step.corrected') : t('step.sent', { name: billingInfo.firstName }),
    );
  const shippingForm = (
    <ShippingForm
      shipping={shipping}
      onType={(some) => setTyped({ ...typed, ...some })}
      onSend={() => void send()}
      isCorrection={status === 'Dispatch'}
      isBusy={isBusy}
    />
  );
  const button = (label: string, onPress: () => Promise<void>) => (
    <button type="button" className="btn btn-primary" aria-disabled={isBusy} aria-busy={isBusy} onClick={() => void onPress()}>
      {label}
    </button>
  );

  return (
    <section className="desk-step">
      <div>
        <h2 ref={headingRef} tabIndex={-1}>
          {t(`step.headings.${status}`)}
        </h2>
        {(status === 'confirmed' || status === 'processing') && <DueText postBy={postBy} isLate={isLate} />}
      </div>
      {note}
      {status === 'pending' && <p>{payment === null ? t('step.open', { when: moment(payBy) }) : t(`step.${payment}`)}</p>}
      {status === 'expired' && <p>{t('step.expired')}</p>}
      {status === 'cancelled' && <p>{cancellation?.reason ? t('step.reason', { reason: cancellation.reason }) : t('step.cancelled')}</p>}
      {status === 'confirmed' && button(t('packing.start'), pack)}
      {status === 'processing' && shippingForm}
      {status === 'Dispatch' && (
        <>
          <p>
            {courier} {url === undefined ? tracking : <a href={url}>{tracking}</a>}
          </p>
          {button(t('step.deliver'), deliver)}
          <details open={typed.tracking !== undefined}>
            <summary>{t('step.correct')}</summary>
            {shippingForm}
          </details>
        </>
      )}
      {status === 'Delivered' && deliveredAt !== undefined && <p>{moment(deliveredAt)}</p>}
      {(status === 'confirmed' || status === 'processing') && (
        <p className="quiet">{t(`step.told.${status}`, { name: billingInfo.firstName })}</p>
      )}
    </section>
  );
};
