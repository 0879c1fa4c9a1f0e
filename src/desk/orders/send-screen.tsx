import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskOrder, ManyMoved } from '#contract/desk/orders.ts';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { asApiError } from '#shared/api/api-error.ts';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { BackToOrders } from './back-to-orders.tsx';
import { isToSend, parcelKey } from './order-paths.ts';
import { goodsName, useIds } from './order-texts.ts';
import { usePrintedOrdersQuery, useSendOrdersMutation } from './orders-api.ts';
import { CourierField, lastCourier, TrackingField } from './shipping-fields.tsx';

type Typed = { readonly tracking?: string; readonly courier?: string };

type MovedParcel = Pick<ManyMoved['done'][number], 'id' | 'replacement'>;

const isOf = (parcel: MovedParcel) => (moved: MovedParcel) => moved.id === parcel.id && moved.replacement === parcel.replacement;

/** What a trial, or the sending itself, says of one parcel. */
const LineOutcome = ({
  outcome,
  parcel,
  hasNumber,
}: {
  readonly outcome: ManyMoved | undefined;
  readonly parcel: MovedParcel;
  readonly hasNumber: boolean;
}) => {
  const { t } = useTranslation('desk-orders');
  const refusal = outcome?.refused.find(isOf(parcel));
  if (refusal) return <p className="field-error">{refusal.message}</p>;
  if (outcome?.unchanged.some(isOf(parcel))) return <p>{t('send.before')}</p>;
  if (outcome?.done.some(isOf(parcel))) return <p>{t(hasNumber ? 'send.will' : 'send.willWithout')}</p>;
  return null;
};

const name = (index: number) => `tracking-${index}`;

/**
 * One line a parcel. A scanner of bar codes types a number and Enter, which leads to the next line; a pasted column fills the lines below. The
 * first press of the button only checks.
 */
const SendSheet = ({ parcels }: { readonly parcels: readonly DeskOrder[] }) => {
  const { t } = useTranslation('desk-orders');
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [courier, setCourier] = useState(lastCourier.read);
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({});
  const [sent, setSent] = useState<ManyMoved['done']>([]);
  const [sendOrders, { data: outcome, originalArgs, error, isLoading }] = useSendOrdersMutation();

  const lines = parcels
    .filter((parcel) => isToSend(parcel) && !sent.some(isOf(parcel)))
    .map((parcel) => {
      const key = parcelKey(parcel);
      const line = { courier, tracking: '', ...typed[key] };
      return { parcel, key, ...line, tracking: line.tracking.trim(), typedTracking: line.tracking };
    });
  const asked = lines.map(({ parcel: { id: order, version, replacement }, ...line }) => ({
    id: order,
    version,
    replacement,
    courier: line.courier.trim(),
    tracking: line.tracking,
  }));
  const checked = originalArgs?.isTrial === true && JSON.stringify(originalArgs.parcels) === JSON.stringify(asked) ? outcome : undefined;
  const count = checked?.done.length ?? 0;
  const hasCourier = asked.every((line) => line.courier !== '');
  const sentRef = useRef<HTMLParagraphElement>(null);
  // The pressed button may be gone with the last line.
  useLayoutEffect(() => {
    if (sent.length > 0) sentRef.current?.focus();
  }, [sent.length]);

  const change = (key: string, change: Typed) => setTyped((before) => ({ ...before, [key]: { ...before[key], ...change } }));
  const onPaste = (event: ClipboardEvent, index: number) => {
    const numbers = event.clipboardData
      .getData('text')
      .split(/\s*\n\s*/)
      .map((text) => text.trim())
      .filter((text) => text !== '');
    if (numbers.length < 2) return;
    event.preventDefault();
    for (const [at, { key }] of lines.slice(index, index + numbers.length).entries()) change(key, { tracking: numbers[at] ?? '' });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, index: number) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const next = event.currentTarget.form?.elements.namedItem(name(index + 1));
    (next instanceof HTMLElement ? next : buttonRef.current)?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading || !hasCourier) return;
    if (!checked || count === 0) return void (await sendOrders({ parcels: asked, isTrial: true }));
    const { data } = await sendOrders({ parcels: asked.filter((line) => checked.done.some(isOf(line))) });
    if (!data) return;
    lastCourier.write(courier);
    setSent((before) => [...before, ...data.done, ...data.unchanged]);
  };

  return (
    <form className="desk-send" onSubmit={(event) => void submit(event)}>
      {sent.length > 0 && (
        <p ref={sentRef} tabIndex={-1} role="status" className="desk-done">
          {t('moved.sent', { count: sent.length })}
        </p>
      )}
      {error && <FailureNote error={asApiError(error)} />}
      {lines.length > 0 && (
        <>
          <CourierField label={t('send.courierOfAll')} value={courier} onText={setCourier} />
          <ol>
            {lines.map(({ parcel, key, tracking, typedTracking, courier: lineCourier }, index) => (
              <li key={key}>
                <p className="desk-send-to">
                  <strong>{parcel.buyer}</strong>
                  <span>{parcel.postcode}</span>
                  <span>{parcel.goods.map(goodsName).join(', ')}</span>
                </p>
                <TrackingField
                  of={parcel.buyer}
                  name={name(index)}
                  value={typedTracking}
                  onText={(text) => change(key, { tracking: text })}
                  onPaste={(event) => onPaste(event, index)}
                  onKeyDown={(event) => onKeyDown(event, index)}
                />
                <CourierField
                  label={t('send.courier')}
                  of={parcel.buyer}
                  value={lineCourier}
                  onText={(text) => change(key, { courier: text })}
                />
                <LineOutcome outcome={outcome} parcel={parcel} hasNumber={tracking !== ''} />
              </li>
            ))}
          </ol>
          {checked && count === 0 && <p role="status">{t('send.none')}</p>}
          <button
            ref={buttonRef}
            type="submit"
            className="btn btn-primary btn-lg"
            aria-disabled={isLoading || !hasCourier}
            aria-busy={isLoading}
          >
            {count > 0 ? t('send.send', { count }) : t('send.check')}
          </button>
          <p className="quiet">{t('send.told')}</p>
        </>
      )}
    </form>
  );
};

/** The parcels of the address are marked as sent. */
export const SendScreen = () => {
  const { t } = useTranslation('desk-orders');
  const { currentData, error, isFetching, refetch } = usePrintedOrdersQuery(useIds());
  return (
    <>
      <BackToOrders />
      <DeskHeading title={t('send.heading')} />
      {error && <FailureNote error={asApiError(error)} onRetry={() => void refetch()} isBusy={isFetching} />}
      {!currentData && isFetching && <p role="status">{t('loading')}</p>}
      {currentData && <SendSheet parcels={currentData.items} />}
    </>
  );
};
