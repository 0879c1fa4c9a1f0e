import { type ComponentProps, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { browserStorage } from '#shared/browser-storage.ts';

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

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className' | 'onChange'> & {
  readonly label: string;
  /** Of several fields with the same label: whose it is, for screen readers. */
  readonly of?: string;
  readonly value: string;
  readonly onText: (text: string) => void;
};

const TextField = ({ label, of, onText, children, ...input }: TextFieldProps) => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {of !== undefined && <span className="visually-hidden"> {of}</span>}
      </label>
      <input id={id} className="form-control" autoComplete="off" onChange={(event) => onText(event.target.value)} {...input} />
      {children}
    </div>
  );
};

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
