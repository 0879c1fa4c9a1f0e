import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import type { MovedParcels, OrderRow } from '#contract/desk/orders.ts';
import { BackLinks, DeskHeading } from '#desk/parts/desk-heading.tsx';
import { useAnswered } from '#desk/parts/use-answered.ts';
import { asApiError } from '#shared/api/api-error.ts';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { MovedNote } from './moved-note.tsx';
import { isToSend, orderPaths, parcelKey } from './order-paths.ts';
import { goodsName } from './order-texts.ts';
import { Parcels } from './parcels.tsx';
import { CourierField, lastCourier, type Shipping, TrackingField } from './shipping-fields.tsx';

type MovedParcel = Pick<MovedParcels['done'][number], 'id' | 'replacement'>;

const isOf = (parcel: MovedParcel) => (moved: MovedParcel) => moved.id === parcel.id && moved.replacement === parcel.replacement;

/** What a trial says of one parcel. */
const LineOutcome = ({ outcome, parcel, tracking }: { outcome: MovedParcels | undefined; parcel: MovedParcel; tracking: string }) => {
  const { t } = useTranslation('desk-orders');
  const refusal = outcome?.refused.find(isOf(parcel));
  if (refusal) return <p className="field-error">{refusal.message}</p>;
  if (outcome?.unchanged.some(isOf(parcel))) return <p>{t('send.before')}</p>;
  if (outcome?.done.some(isOf(parcel))) return <p>{t(tracking === '' ? 'send.willWithout' : 'send.will')}</p>;
  return null;
};

const name = (index: number) => `tracking-${index}`;

/**
 * The sheet that marks parcels as sent, one line per parcel. A barcode scanner types a number and Enter, which leads to the next line; a pasted
 * column fills the lines below. The first press of the button only checks.
 */
const SendSheet = ({ parcels }: { readonly parcels: readonly OrderRow[] }) => {
  const { t } = useTranslation('desk-orders');
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [courierOfAll, setCourierOfAll] = useState(lastCourier.read);
  const [typedShipping, setTypedShipping] = useState<Readonly<Record<string, Partial<Shipping>>>>({});
  const { send, answer: outcome, sent, error, isBusy: isLoading } = useAnswered(deskEndpoints.sendOrders);

  const lines = parcels.filter(isToSend).map((parcel) => ({
    courier: parcel.isCollected ? t('step.collection') : courierOfAll,
    tracking: '',
    ...typedShipping[parcelKey(parcel)],
    parcel,
  }));
  const parcelsToSend = lines.map(({ parcel: { id, version, replacement }, courier, tracking }) => ({
    id,
    version,
    replacement,
    courier: courier.trim(),
    tracking: tracking.trim(),
  }));
  const isTrial = sent?.isTrial === true;
  const trialOutcome = isTrial && JSON.stringify(sent.parcels) === JSON.stringify(parcelsToSend) ? outcome : undefined;
  const count = trialOutcome?.done.length ?? 0;
  const isOff = isLoading || parcelsToSend.some(({ courier }) => courier === '');

  const type = (parcel: OrderRow, some: Partial<Shipping>) =>
    setTypedShipping((before) => ({ ...before, [parcelKey(parcel)]: { ...before[parcelKey(parcel)], ...some } }));
  const onPaste = (event: ClipboardEvent, index: number) => {
    const numbers = event.clipboardData
      .getData('text')
      .split('\n')
      .map((text) => text.trim())
      .filter(Boolean);
    if (numbers.length < 2) return;
    event.preventDefault();
    for (const [at, { parcel }] of lines.slice(index, index + numbers.length).entries()) type(parcel, { tracking: numbers[at] ?? '' });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>, index: number) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const next = event.currentTarget.form?.elements.namedItem(name(index + 1));
    (next instanceof HTMLElement ? next : buttonRef.current)?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isOff) return;
    if (count === 0) return void (await send({ parcels: parcelsToSend, isTrial: true }));
    const { data } = await send({ parcels: parcelsToSend.filter((line) => trialOutcome?.done.some(isOf(line))) });
    if (data) lastCourier.write(courierOfAll);
  };

  return (
    <form className="desk-send" onSubmit={(event) => void submit(event)}>
      {outcome && !isTrial && <MovedNote moved={outcome} what="sent" />}
      {error && <FailureNote error={asApiError(error)} />}
      {lines.length === 0 && !outcome && <p role="status">{t('send.none')}</p>}
      {lines.length > 0 && (
        <>
          <CourierField label={t('send.courierOfAll')} value={courierOfAll} onText={setCourierOfAll} />
          <ol>
            {lines.map(({ parcel, tracking, courier }, index) => (
              <li key={parcelKey(parcel)}>
                <p className="desk-send-to">
                  <strong>{parcel.buyer}</strong>
                  <span>{parcel.postcode}</span>
                  <span>{parcel.goods.map(goodsName).join(', ')}</span>
                </p>
                <TrackingField
                  of={parcel.buyer}
                  name={name(index)}
                  value={tracking}
                  onText={(text) => type(parcel, { tracking: text })}
                  onPaste={(event) => onPaste(event, index)}
                  onKeyDown={(event) => onKeyDown(event, index)}
                />
                <CourierField
                  label={t('send.courier')}
                  of={parcel.buyer}
                  value={courier}
                  onText={(text) => type(parcel, { courier: text })}
                />
                <LineOutcome outcome={trialOutcome} parcel={parcel} tracking={tracking.trim()} />
              </li>
            ))}
          </ol>
          {trialOutcome && count === 0 && <p role="status">{t('send.none')}</p>}
          <button ref={buttonRef} type="submit" className="btn btn-primary btn-lg" aria-disabled={isOff} aria-busy={isLoading}>
            {count > 0 ? t('send.send', { count }) : t('send.check')}
          </button>
          <p className="quiet">{t('send.told')}</p>
        </>
      )}
    </form>
  );
};

/** Marks the parcels that the URL names as sent. */
export const SendScreen = () => {
  const { t } = useTranslation('desk-orders');
  return (
    <>
      <BackLinks to={orderPaths.list} title={t('heading')} />
      <DeskHeading title={t('send.heading')} />
      <Parcels>{(parcels) => <SendSheet parcels={parcels} />}</Parcels>
    </>
  );
};
