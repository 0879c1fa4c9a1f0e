import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskOrder } from '#contract/desk/orders.ts';
import { trackingUrl } from '#contract/tracking.ts';
import { DueText } from '#desk/parts/due-text.tsx';
import { useChange } from '#desk/parts/use-change.tsx';
import { useMoment } from '#desk/parts/when.tsx';
import { isToSend } from './order-paths.ts';
import { ordersApi, theOnly } from './orders-api.ts';
import { lastCourier, type Shipping, ShippingForm } from './shipping-fields.tsx';

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

/** What is to be done next with an order; only this card has a main button. What was typed outlives a step that somebody else takes. */
export const NextStep = ({ order, onShow, onDone }: StepProps) => {
  const { t } = useTranslation('desk-orders');
  const moment = useMoment();
  const [startPacking] = ordersApi.useStartPackingMutation();
  const [markDelivered] = ordersApi.useMarkDeliveredMutation();
  const changing = useChange(onShow);
  const [typed, setTyped] = useState<Partial<Shipping>>({});
  const { id, version, status, payment, postBy, isLate, courier, tracking, isCollected } = order;
  const { payBy = '', cancellation, deliveredAt, billingInfo } = order.order;
  const { firstName: name } = billingInfo;
  const isSent = status === 'Dispatch';
  const url = tracking === '' ? undefined : trackingUrl(courier, tracking);

  const button = (label: string, call: () => Promise<unknown>, said: string) => (
    <button
      type="button"
      className="btn btn-primary"
      aria-disabled={changing.isBusy}
      aria-busy={changing.isBusy}
      onClick={() => void changing.change(call).then((isDone) => isDone && onDone(said))}
    >
      {label}
    </button>
  );
  const shippingForm = (
    <ShippingForm
      className="desk-step-form"
      changing={{ ...changing, note: undefined }}
      parcel={order}
      shipping={{ courier: courier || (isCollected ? t('step.collection') : lastCourier.read()), tracking, ...typed }}
      onType={(some) => setTyped({ ...typed, ...some })}
      submit={t(isSent ? 'step.correct' : isCollected ? 'step.ready' : 'send.heading')}
      isQuiet={isSent}
      onDone={() => {
        setTyped({});
        onDone(isSent ? t('step.corrected') : t(isCollected ? 'step.saidReady' : 'step.sent', { name }));
      }}
    />
  );

  return (
    <section className="desk-step">
      <div>
        <h2 ref={useNextHeading(status)} tabIndex={-1}>
          {t(isCollected && (status === 'processing' || isSent) ? `step.collecting.${status}` : `step.headings.${status}`)}
        </h2>
        {isToSend(order) && <DueText postBy={postBy} isLate={isLate} />}
      </div>
      {changing.note}
      {status === 'pending' && <p>{payment === null ? t('step.open', { when: moment(payBy) }) : t(`step.${payment}`)}</p>}
      {status === 'expired' && <p>{t('step.expired')}</p>}
      {status === 'cancelled' && <p>{cancellation?.reason ? t('step.reason', { reason: cancellation.reason }) : t('step.cancelled')}</p>}
      {status === 'confirmed' &&
        button(
          t('packing.start'),
          async () => theOnly(await startPacking({ orders: [{ id, version }] }).unwrap()),
          t('moved.packing', { count: 1 }),
        )}
      {status === 'processing' && shippingForm}
      {isSent && (
        <>
          <p>
            {courier} {url === undefined ? tracking : <a href={url}>{tracking}</a>}
          </p>
          {button(t(isCollected ? 'step.collected' : 'step.deliver'), () => markDelivered({ id, version }).unwrap(), t('step.delivered'))}
          <details open={typed.tracking !== undefined}>
            <summary>{t('step.correct')}</summary>
            {shippingForm}
          </details>
        </>
      )}
      {deliveredAt !== undefined && <p>{moment(deliveredAt)}</p>}
      {(status === 'confirmed' || status === 'processing') && <p className="quiet">{t(isCollected && status === 'processing' ? 'step.collecting.told' : `step.told.${status}`, { name })}</p>}
    </section>
  );
};
