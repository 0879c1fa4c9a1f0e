import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { deskPageOf, deskPages } from '#contract/desk/endpoints.ts';
import type { DeskRefund } from '#contract/desk/refunds.ts';
import { formatSterling, lessAmount, pence } from '#contract/money.ts';
import { useStaffProfileQuery } from '#desk/desk-api.ts';
import { orderPaths } from '#desk/orders/order-paths.ts';
import { useSendOrdersMutation } from '#desk/orders/orders-api.ts';
import { CourierField, lastCourier, TrackingField } from '#desk/orders/shipping-fields.tsx';
import { theOnly } from '#desk/orders/the-only.ts';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { useChange } from '#desk/parts/use-change.tsx';
import { When } from '#desk/parts/when.tsx';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { asApiError } from '#shared/api/api-error.ts';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { DecidePanel } from './decide-panel.tsx';
import { DueDay } from './due-day.tsx';
import { Photographs } from './photographs.tsx';
import { useDeskRefundQuery, useReceiveReturnMutation, useRecordPostedMutation } from './refunds-api.ts';

type PartProps = { readonly request: DeskRefund; readonly onShow: () => void; readonly onDone: (said: string) => void };

/** The goods are back: how many of them can be sold again. */
const Received = ({ request: { reference, version, quantity }, onShow, onDone }: PartProps) => {
  const { t } = useTranslation('desk-refunds');
  const id = useId();
  const [restocked, setRestocked] = useState('0');
  const [receiveReturn] = useReceiveReturnMutation();
  const { change, isBusy, note } = useChange(onShow);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await change(() => receiveReturn({ reference, version, restocked: Number(restocked) }).unwrap())) onDone(t('received.done'));
  };
  return (
    <section className="desk-panel">
      <h2>{t('received.heading')}</h2>
      <form className="desk-stack" onSubmit={(event) => void submit(event)}>
        {note}
        <label htmlFor={id}>{t('received.restocked', { max: quantity })}</label>
        <input
          id={id}
          type="number"
          className="form-control"
          min={0}
          max={quantity}
          required
          value={restocked}
          onChange={(event) => setRestocked(event.target.value)}
        />
        <button type="submit" className="btn btn-outline-primary" aria-disabled={isBusy} aria-busy={isBusy}>
          {t('received.press')}
        </button>
      </form>
    </section>
  );
};

/** Proof of posting: from then on the money of a cancellation is due. */
const Posted = ({ request: { reference, version }, onShow, onDone }: PartProps) => {
  const { t } = useTranslation('desk-refunds');
  const [recordPosted] = useRecordPostedMutation();
  const { change, isBusy, note } = useChange(onShow);
  const record = async () => {
    if (await change(() => recordPosted({ reference, version }).unwrap())) onDone(t('posted.done'));
  };
  return (
    <section className="desk-panel">
      <h2>{t('posted.heading')}</h2>
      <div className="desk-stack">
        <p>{t('posted.text')}</p>
        {note}
        <button type="button" className="btn btn-outline-primary" aria-disabled={isBusy} aria-busy={isBusy} onClick={() => void record()}>
          {t('posted.press')}
        </button>
      </div>
    </section>
  );
};

/** The parcel of an exchange. */
const Replacement = ({ request: { reference, orderId, version }, onShow, onDone }: PartProps) => {
  const { t } = useTranslation(['desk-refunds', 'desk-orders']);
  const [courier, setCourier] = useState(lastCourier.read);
  const [tracking, setTracking] = useState('');
  const [sendOrders] = useSendOrdersMutation();
  const { change, isBusy, note } = useChange(onShow);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (courier.trim() === '') return;
    const parcel = { id: orderId, version, replacement: reference, courier: courier.trim(), tracking: tracking.trim() };
    if (!(await change(async () => theOnly(await sendOrders({ parcels: [parcel] }).unwrap())))) return;
    lastCourier.write(courier.trim());
    onDone(t('desk-refunds:replacement.done'));
  };
  return (
    <section className="desk-panel">
      <h2>{t('desk-refunds:replacement.heading')}</h2>
      <form className="desk-stack" onSubmit={(event) => void submit(event)}>
        {note}
        <CourierField label={t('desk-orders:send.courier')} value={courier} onText={setCourier} />
        <TrackingField value={tracking} onText={setTracking} />
        <button type="submit" className="btn btn-primary" aria-disabled={isBusy} aria-busy={isBusy}>
          {t('desk-refunds:replacement.press')}
        </button>
      </form>
    </section>
  );
};

/** What was decided, and when. */
const Decided = ({ request: { state, amount, declineReason, decidedAt, sentWith } }: Pick<PartProps, 'request'>) => {
  const { t, i18n } = useTranslation('desk-refunds');
  return (
    <section className="desk-panel">
      <h2>{t(`states.${state}`)}</h2>
      {amount !== null && <p className="desk-sum-large">{formatSterling(pence(amount), i18n.language)}</p>}
      {declineReason !== null && <p>{t('quote', { text: declineReason })}</p>}
      {sentWith !== '' && <p>{sentWith}</p>}
      {decidedAt !== null && (
        <p className="quiet">
          <When at={decidedAt} />
        </p>
      )}
    </section>
  );
};

const OrderFacts = ({ request }: Pick<PartProps, 'request'>) => {
  const { t, i18n } = useTranslation('desk-refunds');
  const { orderId, product, picture, quantity, paid, delivery, left } = request;
  const money = (pounds: number) => formatSterling(pence(pounds), i18n.language);
  return (
    <section aria-labelledby="order">
      <div className="desk-section-head">
        <h2 id="order">{t('order.heading')}</h2>
        <Link to={orderPaths.one(orderId)}>{orderId}</Link>
      </div>
      <div className="desk-ordered">
        <ProductPicture image={picture === '' ? undefined : { src: picture, alt: '' }} sizes="56px" alt="" />
        <div>
          <p>{t('order.goods', { count: quantity, product })}</p>
          <dl className="desk-facts">
            <div>
              <dt>{t('order.paid')}</dt>
              <dd>{formatSterling(lessAmount(pence(paid), pence(delivery)), i18n.language)}</dd>
            </div>
            <div>
              <dt>{t('order.delivery')}</dt>
              <dd>{money(delivery)}</dd>
            </div>
            <div>
              <dt>
                <strong>{t('order.left')}</strong>
              </dt>
              <dd>
                <strong>{money(left)}</strong>
              </dd>
            </div>
          </dl>
        </div>
      </div>
    </section>
  );
};

const Before = ({ request: { similar, others } }: Pick<PartProps, 'request'>) => {
  const { t } = useTranslation('desk-refunds');
  return (
    <section aria-labelledby="before">
      <div className="desk-section-head">
        <h2 id="before">{t('before.heading')}</h2>
      </div>
      <p>{t('before.similar', { count: similar.requests, sold: similar.sold })}</p>
      {others.length === 0 ? (
        <p className="quiet">{t('before.first')}</p>
      ) : (
        <ul>
          {others.map(({ reference, product, state }) => (
            <li key={reference}>
              <Link to={deskPageOf('refunds', reference)}>{product}</Link>, {t(`states.${state}`)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

const Request = ({ request, onShow }: Omit<PartProps, 'onDone'>) => {
  const { t } = useTranslation('desk-refunds');
  const [said, setSaid] = useState('');
  const { data: staff } = useStaffProfileQuery();
  const { reference, state, reason, cancelled, dueOn, buyer, createdAt, receivedAt, isPayable, files } = request;
  const isOpen = state === 'new' || state === 'received';
  const part = { request, onShow, onDone: setSaid };
  return (
    <>
      <p className="desk-back">
        <Link to={deskPages.refunds}>{t('heading')}</Link>
      </p>
      <DeskHeading
        title={request.product}
        view={state}
        lead={
          <>
            {reference}, {buyer}, <When at={createdAt} />
            {isOpen && dueOn !== null && (
              <>
                , <DueDay dueOn={dueOn} />
              </>
            )}
          </>
        }
      />
      <div role="status">{said !== '' && <p className="desk-said">{said}</p>}</div>
      <div className="desk-split">
        <div>
          {cancelled === '' && <Photographs reference={reference} files={files} />}
          {cancelled ? (
            <p className="desk-words">{t('cancelled', { units: cancelled })}</p>
          ) : (
            <blockquote className="desk-words desk-plain">{t('quote', { text: reason })}</blockquote>
          )}
          <OrderFacts request={request} />
          <Before request={request} />
        </div>
        <aside>
          {isOpen && staff?.role === 'seller' && <DecidePanel {...part} />}
          {isOpen && staff?.role === 'support' && <p className="desk-panel">{t('decide.bySeller')}</p>}
          {!isOpen && <Decided request={request} />}
          {state === 'exchangeToSend' && <Replacement {...part} />}
          {isOpen && cancelled !== '' && !isPayable && <Posted {...part} />}
          {receivedAt === null && state !== 'declined' && <Received {...part} />}
        </aside>
      </div>
    </>
  );
};

/** One refund request: what the buyer sent, and what is done about it. */
export const RefundScreen = () => {
  const { t } = useTranslation(['desk-refunds', 'common']);
  const { reference = '' } = useParams();
  const { currentData, error, isFetching, refetch } = useDeskRefundQuery(reference);
  const show = () => void refetch();
  return (
    <>
      {!currentData && <DeskHeading title={reference} />}
      {error && <FailureNote error={asApiError(error)} onRetry={show} isBusy={isFetching} />}
      {!currentData && isFetching && <Spinner label={t('common:loading')} />}
      {currentData && <Request key={reference} request={currentData} onShow={show} />}
    </>
  );
};
