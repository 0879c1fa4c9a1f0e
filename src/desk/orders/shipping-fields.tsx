import { type ComponentProps, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderRow } from '#contract/desk/orders.ts';
import { ChangeForm } from '#desk/parts/change-form.tsx';
import { TextField, type TextFieldProps } from '#desk/parts/text-field.tsx';
import { browserStorage } from '#shared/browser-storage.ts';
import { ordersApi, theOnly } from './orders-api.ts';

/** Offered, beside any other that is typed. */
const couriers = [
  'Royal Mail Tracked 48',
  'Royal Mail Tracked 24',
  'Royal Mail Special Delivery',
  'Royal Mail 1st Class',
  'Royal Mail 2nd Class',
  'Parcelforce',
  'Evri',
  'DPD',
  'DHL',
  'UPS',
  'Yodel',
] as const;

const storage = browserStorage('localStorage', 'flone:desk-courier');

/** The courier of the last parcels that this browser sent. */
export const lastCourier = { read: (): string => storage.read() ?? couriers[0], write: storage.write };

/** Who carries a parcel; an empty one is an error at once, because nothing is sent without. */
export const CourierField = (props: TextFieldProps) => {
  const { t } = useTranslation('desk-orders');
  const listId = useId();
  return (
    <TextField list={listId} aria-invalid={props.value.trim() === ''} {...props}>
      <datalist id={listId}>
        {couriers.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      {props.value.trim() === '' && <p className="field-error">{t('send.noCourier')}</p>}
    </TextField>
  );
};

export const TrackingField = (props: Omit<TextFieldProps, 'label'>) => {
  const { t } = useTranslation('desk-orders');
  return <TextField label={t('send.tracking')} autoCapitalize="characters" spellCheck={false} enterKeyHint="next" {...props} />;
};

/** How a parcel was sent, or as far as it was typed. */
export type Shipping = Pick<OrderRow, 'courier' | 'tracking'>;

type ShippingFormProps = Omit<ComponentProps<typeof ChangeForm>, 'call' | 'isReady' | 'children'> & {
  readonly parcel: Pick<OrderRow, 'id' | 'version' | 'replacement' | 'isCollected'>;
  readonly shipping: Shipping;
  readonly onType: (typed: Partial<Shipping>) => void;
};

/** Marks one parcel as sent, or corrects how it was sent. */
export const ShippingForm = ({ parcel: { id, version, replacement, isCollected }, shipping, onType, ...form }: ShippingFormProps) => {
  const { t } = useTranslation('desk-orders');
  const [sendOrders] = ordersApi.useSendOrdersMutation();
  const sent = { courier: shipping.courier.trim(), tracking: shipping.tracking.trim() };
  const send = async () => {
    theOnly(await sendOrders({ parcels: [{ id, version, replacement, ...sent }] }).unwrap());
    if (!isCollected) lastCourier.write(sent.courier);
  };
  return (
    <ChangeForm call={send} isReady={sent.courier !== ''} {...form}>
      <CourierField label={t('send.courier')} value={shipping.courier} onText={(courier) => onType({ courier })} />
      {!isCollected && <TrackingField value={shipping.tracking} onText={(tracking) => onType({ tracking })} />}
    </ChangeForm>
  );
};
