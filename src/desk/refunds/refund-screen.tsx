import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { deskEndpoints, deskPageOf, deskPages } from '#contract/desk/endpoints.ts';
import type { DeskRefund } from '#contract/desk/refunds.ts';
import { lessAmount, pence, pounds } from '#contract/money.ts';
import { useStaffProfileQuery } from '#desk/desk-api.ts';
import { orderPaths } from '#desk/orders/order-paths.ts';
import { lastCourier, type Shipping, ShippingForm } from '#desk/orders/shipping-fields.tsx';
import { Back } from '#desk/parts/back.tsx';
import { ChangeForm } from '#desk/parts/change-form.tsx';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { Fetched, rowsOf } from '#desk/parts/fetched.tsx';
import { StateMark } from '#desk/parts/state-mark.tsx';
import { TextField } from '#desk/parts/text-field.tsx';
import { useChange } from '#desk/parts/use-change.tsx';
import { usePounds } from '#desk/parts/use-pounds.ts';
import { When } from '#desk/parts/when.tsx';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { Fact } from '#shared/ui/fact.tsx';
import { Link } from '#shared/ui/link.tsx';
import { DecidePanel } from './decide-panel.tsx';
import { DueDay } from './due-day.tsx';
import { Photographs } from './photographs.tsx';
import { refundsApi, viewOf } from './refunds-api.ts';

type PartProps = { readonly request: DeskRefund; readonly onShow: () => void; readonly onDone: (said: string) => void };

/** The goods are back: how many of them can be sold again. */
const Received = ({ request: { reference, version, quantity }, onShow, onDone }: PartProps) => {
  const { t } = useTranslation('desk-refunds');
  const [restocked, setRestocked] = useState('0');
  const [receiveReturn] = refundsApi.useReceiveReturnMutation();
  const changing = useChange(onShow);
  return (
    <section className="desk-panel">
      <h2>{t('received.heading')}</h2>
      <ChangeForm
        changing={changing}
        call={() => receiveReturn({ id: reference, version, restocked: Number(restocked) }).unwrap()}
        submit={t('received.press')}
        isQuiet
        onDone={() => onDone(t('received.done'))}
      >
        <TextField
          label={t('received.restocked', { max: quantity })}
          type="number"
          min={0}
          max={quantity}
          required
          value={restocked}
          onText={setRestocked}
        />
      </ChangeForm>
    </section>
  );
};

/** Proof of posting: from then on the money of a cancellation is due. */
const Posted = ({ request: { reference, version }, onShow, onDone }: PartProps) => {
  const { t } = useTranslation('desk-refunds');
  const [recordPosted] = refundsApi.useRecordPostedMutation();
  const changing = useChange(onShow);
  return (
    <section className="desk-panel">
      <h2>{t('posted.heading')}</h2>
      <ChangeForm
        changing={changing}
        call={() => recordPosted({ id: reference, version }).unwrap()}
        submit={t('posted.press')}
        isQuiet
        onDone={() => onDone(t('posted.done'))}
      >
        <p>{t('posted.text')}</p>
      </ChangeForm>
    </section>
  );
};

/** The parcel of an exchange. */
const Replacement = ({ request: { reference, orderId, version }, onShow, onDone }: PartProps) => {
  const { t } = useTranslation('desk-refunds');
  const [typed, setTyped] = useState<Partial<Shipping>>({});
  const changing = useChange(onShow);
  return (
    <section className="desk-panel">
      <h2>{t('replacement.heading')}</h2>
      <ShippingForm
        changing={changing}
        parcel={{ id: orderId, version, replacement: reference, isCollected: false }}
        shipping={{ courier: lastCourier.read(), tracking: '', ...typed }}
        onType={(some) => setTyped({ ...typed, ...some })}
        submit={t('replacement.press')}
        onDone={() => onDone(t('replacement.done'))}
      />
    </section>
  );
};

/** What was decided, and when. */
const Decided = ({ request: { state, amount, declineReason, decidedAt, decidedBy, sentWith } }: Pick<PartProps, 'request'>) => {
  const { t } = useTranslation(['desk-refunds', 'desk']);
  const money = usePounds();
  return (
    <section className="desk-panel">
      <h2>{t(`desk:states.${state}`)}</h2>
      {amount !== null && <p className="desk-sum-large">{money(amount)}</p>}
      {declineReason !== null && <p>{t('desk-refunds:quote', { text: declineReason })}</p>}
      {sentWith !== '' && <p>{sentWith}</p>}
      {decidedAt !== null && (
        <p className="quiet">
          {decidedBy !== null && `${decidedBy}, `}
          <When at={decidedAt} />
        </p>
      )}
    </section>
  );
};

const OrderFacts = ({ request }: Pick<PartProps, 'request'>) => {
  const { t } = useTranslation('desk-refunds');
  const { orderId, product, picture, quantity, paid, delivery, left } = request;
  const money = usePounds();
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
            <Fact term={t('order.paid')}>{money(pounds(lessAmount(pence(paid), pence(delivery))))}</Fact>
            <Fact term={t('order.delivery')}>{money(delivery)}</Fact>
            <Fact term={<strong>{t('order.left')}</strong>}>
              <strong>{money(left)}</strong>
            </Fact>
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
              <Link to={deskPageOf('refunds', reference)}>{product}</Link> <StateMark status={state} />
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
          {cancelled === '' && <Photographs endpoint={deskEndpoints.refundPicture} reference={reference} files={files} />}
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
  const { t } = useTranslation('desk-refunds');
  const { reference = '' } = useParams();
  const view = viewOf(useSearchParams()[0].get('in'));
  const query = refundsApi.useDeskRefundQuery(reference);
  const list = rowsOf(refundsApi.useDeskRefundsInfiniteQuery({ view }).currentData).map((row) => row.reference);
  const pathOf = (key: string) => `${deskPageOf('refunds', key)}?in=${view}`;
  return (
    <>
      <Back to={`${deskPages.refunds}?view=${view}`} title={t('heading')} keys={list} current={reference} pathOf={pathOf} />
      {!query.currentData && <DeskHeading title={reference} />}
      <Fetched query={query}>{(request) => <Request key={reference} request={request} onShow={() => void query.refetch()} />}</Fetched>
    </>
  );
};
