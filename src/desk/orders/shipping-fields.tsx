import { type ComponentProps, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import type { MovedParcels, OrderRow } from '#contract/desk/orders.ts';
import { callTo } from '#desk/desk-api.ts';
import { ChangeForm } from '#desk/parts/change-form.tsx';
import { TextField, type TextFieldProps } from '#desk/parts/text-field.tsx';
import { browserStorage } from '#shared/browser-storage.ts';
import { Checkbox } from '#shared/ui/field.tsx';
import { checkMoved } from './moved-note.tsx';

/** The suggested couriers; any other name may be typed. */
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

type ShippingFormProps = Omit<ComponentProps<typeof ChangeForm<MovedParcels>>, 'call' | 'isReady' | 'children' | 'onDone'> & {
  readonly parcel: Pick<OrderRow, 'id' | 'version' | 'replacement' | 'isCollected'> & Partial<Pick<OrderRow, 'cancelled'>>;
  readonly shipping: Shipping;
  readonly onType: (typed: Partial<Shipping>) => void;
  readonly onDone?: () => void;
};

/** Marks one parcel as sent, or corrects how it was sent. */
export const ShippingForm = ({ parcel, shipping, onType, onDone, ...form }: ShippingFormProps) => {
  const { t } = useTranslation('desk-orders');
  const { id, version, replacement, isCollected, cancelled = '' } = parcel;
  const [withCancelled, setWithCancelled] = useState(false);
  const courier = shipping.courier.trim();
  const shippingChange = { id, version, replacement, withCancelled, courier, tracking: shipping.tracking.trim() };
  const finish = (moved: MovedParcels) => {
    checkMoved(moved);
    if (!isCollected) lastCourier.write(courier);
    onDone?.();
  };
  return (
    <ChangeForm
      call={callTo(deskEndpoints.sendOrders, { parcels: [shippingChange] })}
      isReady={courier !== '' && (cancelled === '' || withCancelled)}
      onDone={finish}
      {...form}
    >
      {cancelled !== '' && (
        <Checkbox
          id="with-cancelled"
          name="withCancelled"
          isOptional
          error={undefined}
          isChecked={withCancelled}
          onChange={setWithCancelled}
        >
          {t('send.withCancelled')}
        </Checkbox>
      )}
      <CourierField label={t('send.courier')} value={shipping.courier} onText={(text) => onType({ courier: text })} />
      {!isCollected && <TrackingField value={shipping.tracking} onText={(tracking) => onType({ tracking })} />}
    </ChangeForm>
  );
};
