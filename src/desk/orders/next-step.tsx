import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deskEndpoints, deskPageOf } from '#contract/desk/endpoints.ts';
import type { DeskOrder } from '#contract/desk/orders.ts';
import { callTo } from '#desk/desk-api.ts';
import { ChangeButton, useChange } from '#desk/parts/change-form.tsx';
import { DueText, useMoment } from '#desk/parts/when.tsx';
import { Link } from '#shared/ui/link.tsx';
import { AddParcel, SentParcels } from './further-parcels.tsx';
import { checkMoved } from './moved-note.tsx';
import { isToSend } from './order-paths.ts';
import { lastCourier, type Shipping, ShippingForm } from './shipping-fields.tsx';

export type StepProps = { readonly order: DeskOrder };

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
export const NextStep = ({ order }: StepProps) => {
  const { t } = useTranslation('desk-orders');
  const moment = useMoment();
  const changing = useChange();
  const [typed, setTyped] = useState<Partial<Shipping>>({});
  const { id, version, status, payment, postBy, isLate, courier, tracking, cancelled, isCollected } = order;
  const { payBy = '', cancellation, deliveredAt, billingInfo, refundRequests = [] } = order.order;
  const { firstName: name } = billingInfo;
  const isSent = status === 'Dispatch';

  const shippingForm = (
    <ShippingForm
      className="desk-step-form"
      changing={changing}
      parcel={order}
      shipping={{ courier: courier || (isCollected ? t('step.collection') : lastCourier.read()), tracking, ...typed }}
      onType={(some) => setTyped({ ...typed, ...some })}
      submit={t(isSent ? 'step.correct' : isCollected ? 'step.ready' : 'send.heading')}
      said={isSent ? t('step.corrected') : t(isCollected ? 'step.saidReady' : 'step.sent', { name })}
      onDone={() => setTyped({})}
      isQuiet={isSent}
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
      {cancelled && (
        <>
          <p className="desk-due is-late">{t('cancelled', { units: cancelled })}</p>
          <p>
            {t('step.refundFirst')}{' '}
            {refundRequests
              .filter((request) => request.isOpen && request.cancelled)
              .map(({ reference }) => (
                <span key={reference}>
                  <Link to={deskPageOf('refunds', reference)}>{reference}</Link>{' '}
                </span>
              ))}
          </p>
        </>
      )}
      {status === 'confirmed' && !cancelled && (
        <ChangeButton
          className="btn btn-primary"
          changing={changing}
          call={callTo(deskEndpoints.startPacking, { orders: [{ id, version }] })}
          onDone={checkMoved}
          said={t('moved.packing', { count: 1 })}
        >
          {t('packing.start')}
        </ChangeButton>
      )}
      {status === 'processing' && shippingForm}
      {isSent && (
        <>
          <SentParcels order={order} changing={changing} />
          <ChangeButton
            className="btn btn-primary"
            changing={changing}
            call={callTo(deskEndpoints.markDelivered, { id, version })}
            said={t('step.delivered')}
          >
            {t(isCollected ? 'step.collected' : 'step.deliver')}
          </ChangeButton>
          <details open={typed.tracking !== undefined}>
            <summary>{t('step.correct')}</summary>
            {shippingForm}
          </details>
          {!isCollected && <AddParcel order={order} changing={changing} />}
        </>
      )}
      {deliveredAt !== undefined && <p>{moment(deliveredAt)}</p>}
      {(status === 'confirmed' || status === 'processing') && !cancelled && (
        <p className="quiet">{t(isCollected && status === 'processing' ? 'step.collecting.told' : `step.told.${status}`, { name })}</p>
      )}
    </section>
  );
};
