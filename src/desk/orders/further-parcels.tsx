import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import type { DeskOrder } from '#contract/desk/orders.ts';
import { trackingUrl } from '#contract/tracking.ts';
import { callTo } from '#desk/desk-api.ts';
import { ChangeButton, ChangeForm, type useChange } from '#desk/parts/change-form.tsx';
import { CourierField, lastCourier, TrackingField } from './shipping-fields.tsx';

type ParcelsProps = { readonly order: DeskOrder; readonly changing: ReturnType<typeof useChange> };

/** How each parcel of an order that is on its way was sent; any but the first can be taken out. */
export const SentParcels = ({ order: { id, version, courier, tracking, order }, changing }: ParcelsProps) => {
  const { t } = useTranslation('desk-orders');
  return [{ shippingMethod: courier, trackId: tracking }, ...(order.furtherParcels ?? [])].map(({ shippingMethod, trackId }, index) => {
    const url = trackId === '' ? undefined : trackingUrl(shippingMethod, trackId);
    return (
      <p key={trackId}>
        {shippingMethod} {url === undefined ? trackId : <a href={url}>{trackId}</a>}{' '}
        {index > 0 && (
          <ChangeButton
            className="btn btn-link"
            changing={changing}
            call={callTo(deskEndpoints.changeParcels, { id, version, remove: trackId })}
            said={t('parcels.takenOut', { number: trackId })}
          >
            {t('parcels.takeOut')} <span className="visually-hidden">{trackId}</span>
          </ChangeButton>
        )}
      </p>
    );
  });
};

/** A form for another parcel of an order that is on its way. */
export const AddParcel = ({ order: { id, version }, changing }: ParcelsProps) => {
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
        said={t('parcels.added')}
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
