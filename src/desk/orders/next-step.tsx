import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deskEndpoints, deskPageOf } from '#contract/desk/endpoints.ts';
import type { DeskOrder } from '#contract/desk/orders.ts';
import { trackingUrl } from '#contract/tracking.ts';
import { callTo } from '#desk/desk-api.ts';
import { ChangeButton, ChangeForm, useChange } from '#desk/parts/change-form.tsx';
import { useVersionSeen } from '#desk/parts/use-version-seen.ts';
import { DueText, useMoment } from '#desk/parts/when.tsx';
import { Link } from '#shared/ui/link.tsx';
import { checkMoved } from './moved-note.tsx';
import { isToSend } from './order-paths.ts';
import { CourierField, lastCourier, type Shipping, ShippingForm, TrackingField } from './shipping-fields.tsx';

type ParcelsProps = { readonly order: DeskOrder; readonly changing: ReturnType<typeof useChange> };

/** How each parcel of an order that is on its way was sent; any but the first can be taken out. */
const SentParcels = ({ order: { id, version, courier, tracking, order }, changing }: ParcelsProps) => {
  const { t } = useTranslation('desk-orders');
  return [{ shippingMethod: courier, trackId: tracking }, ...(order.furtherParcels ?? [])].map(({ shippingMethod, trackId }, index) => {
    const url = trackId === '' ? undefined : trackingUrl(shippingMethod, trackId);
    return (
      <p key={index === 0 ? 'first' : trackId}>
        {shippingMethod} {url === undefined ? trackId : <a href={url}>{trackId}</a>}{' '}
        {index > 0 && (
          <ChangeButton
            className="btn btn-link"
            changing={changing}
            call={callTo(deskEndpoints.changeParcels, { id, version, remove: trackId })}
            successMessage={t('parcels.takenOut', { number: trackId })}
          >
            {t('parcels.takeOut')} <span className="visually-hidden">{trackId}</span>
          </ChangeButton>
        )}
      </p>
    );
  });
};

/** A form for another parcel of an order that is on its way. */
const AddParcel = ({ order: { id, version }, changing }: ParcelsProps) => {
  const { t } = useTranslation('desk-orders');
  const [courier, setCourier] = useState(lastCourier.read);
  const [tracking, setTracking] = useState('');
  const add = { shippingMethod: courier.trim(), trackId: tracking.trim() };
  return (
    <details>
      <summary>{t('parcels.add')}</summary>
      <ChangeForm
        className="desk-step-form"
        changing={changing}
        call={callTo(deskEndpoints.changeParcels, { id, version, add })}
        submit={t('parcels.add')}
        successMessage={t('parcels.added')}
        isReady={add.shippingMethod !== '' && add.trackId !== ''}
        onDone={() => setTracking('')}
        isQuiet
      >
        <CourierField label={t('send.courier')} value={courier} onText={setCourier} />
        <TrackingField value={tracking} onText={setTracking} />
      </ChangeForm>
    </details>
  );
};

export type StepProps = { readonly order: DeskOrder };

/** The ref of a view's heading. It takes the focus when the view changes and the pressed button has been removed with the view before. */
const useNextHeading = (view: string) => {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const shownRef = useRef(view);
  useLayoutEffect(() => {
    if (shownRef.current !== view && document.activeElement === document.body) headingRef.current?.focus();
    shownRef.current = view;
  }, [view]);
  return headingRef;
};

/** The next step of an order; only this card has a main button. What was typed is kept when somebody else changes the order meanwhile. */
export const NextStep = ({ order }: StepProps) => {
  const { t } = useTranslation('desk-orders');
  const moment = useMoment();
  const [typed, setTyped] = useState<Partial<Shipping>>({});
  const { id, version, status, payment, postBy, isLate, courier, tracking, cancelled, isCollected } = order;
  const seen = useVersionSeen(version, [status, courier, tracking], Object.keys(typed).length > 0);
  const changing = useChange(seen.show);
  const { payBy = '', cancellation, deliveredAt, billingInfo, refundRequests = [] } = order.order;
  const { firstName: name } = billingInfo;
  const isSent = status === 'Dispatch';

  const shippingForm = (
    <ShippingForm
      className="desk-step-form"
      changing={changing}
      parcel={{ ...order, version: seen.version }}
      shipping={{ courier: courier || (isCollected ? t('step.collection') : lastCourier.read()), tracking, ...typed }}
      onType={(some) => setTyped({ ...typed, ...some })}
      submit={t(isSent ? 'step.correct' : isCollected ? 'step.ready' : 'send.heading')}
      successMessage={isSent ? t('step.corrected') : t(isCollected ? 'step.saidReady' : 'step.sent', { name })}
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
        {isToSend(order) && <DueText postBy={postBy} isLate={isLate} isAlone />}
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
          successMessage={t('moved.packing', { count: 1 })}
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
            successMessage={t('step.delivered')}
          >
            {t(isCollected ? 'step.collected' : 'step.deliver')}
          </ChangeButton>
          {!isCollected && (
            <details open={typed.tracking !== undefined}>
              <summary>{t('step.correct')}</summary>
              {shippingForm}
            </details>
          )}
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
