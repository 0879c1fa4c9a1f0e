import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { deskEndpoints, deskPageOf, deskPages } from '#contract/desk/endpoints.ts';
import { type DeskRefund, refundViews } from '#contract/desk/refunds.ts';
import { lessAmount, pence, pounds } from '#contract/money.ts';
import { callTo, useIsSeller, useList, useRead } from '#desk/desk-api.ts';
import { orderPaths } from '#desk/orders/order-paths.ts';
import { lastCourier, type Shipping, ShippingForm } from '#desk/orders/shipping-fields.tsx';
import { ChangeForm } from '#desk/parts/change-form.tsx';
import { BackLinks, DeskHeading } from '#desk/parts/desk-heading.tsx';
import { Fetched, FetchedList, rowsOf, useView, ViewTabs } from '#desk/parts/fetched.tsx';
import { Panel, Row, Section, Thumb } from '#desk/parts/row.tsx';
import { StateMark } from '#desk/parts/state-mark.tsx';
import { TextField } from '#desk/parts/text-field.tsx';
import { usePounds } from '#desk/parts/use-pounds.ts';
import { DueDay, When } from '#desk/parts/when.tsx';
import { Fact } from '#shared/ui/fact.tsx';
import { Link } from '#shared/ui/link.tsx';
import { DecidePanel } from './decide-panel.tsx';
import { Photographs } from './photographs.tsx';

type PartProps = { readonly request: DeskRefund };

/** The goods are back: how many of them can be sold again. */
const ReturnedGoodsForm = ({ request: { reference: id, version, quantity } }: PartProps) => {
  const { t } = useTranslation('desk-refunds');
  const [restocked, setRestocked] = useState('0');
  return (
    <Panel title={t('received.heading')}>
      <ChangeForm
        call={callTo(deskEndpoints.receiveReturn, { id, version, restocked: Number(restocked) })}
        submit={t('received.press')}
        successMessage={t('received.done')}
        isQuiet
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
    </Panel>
  );
};

/** Proof of posting: from then on the money of a cancellation is due. */
const Posted = ({ request: { reference: id, version } }: PartProps) => {
  const { t } = useTranslation('desk-refunds');
  const call = callTo(deskEndpoints.recordPosted, { id, version });
  return (
    <Panel title={t('posted.heading')}>
      <ChangeForm call={call} submit={t('posted.press')} successMessage={t('posted.done')} isQuiet>
        <p>{t('posted.text')}</p>
      </ChangeForm>
    </Panel>
  );
};

/** The parcel of an exchange. */
const Replacement = ({ request: { reference, orderId, version } }: PartProps) => {
  const { t } = useTranslation('desk-refunds');
  const [typed, setTyped] = useState<Partial<Shipping>>({});
  return (
    <Panel title={t('replacement.heading')}>
      <ShippingForm
        parcel={{ id: orderId, version, replacement: reference, isCollected: false }}
        shipping={{ courier: lastCourier.read(), tracking: '', ...typed }}
        onType={(some) => setTyped({ ...typed, ...some })}
        submit={t('replacement.press')}
        successMessage={t('replacement.done')}
      />
    </Panel>
  );
};

/** What was decided, and when. */
const DecisionSummary = ({ request: { state, amount, declineReason, decidedAt, decidedBy, sentWith } }: PartProps) => {
  const { t } = useTranslation(['desk-refunds', 'desk']);
  const formatPounds = usePounds();
  return (
    <Panel title={t(`desk:states.${state}`)}>
      {amount !== null && <p className="desk-sum-large">{formatPounds(amount)}</p>}
      {declineReason !== null && <p>{t('desk-refunds:quote', { text: declineReason })}</p>}
      {sentWith !== '' && <p>{sentWith}</p>}
      {decidedAt !== null && (
        <p className="quiet">
          {decidedBy !== null && `${decidedBy}, `}
          <When at={decidedAt} />
        </p>
      )}
    </Panel>
  );
};

const OrderFacts = ({ request }: PartProps) => {
  const { t } = useTranslation('desk-refunds');
  const { orderId, product, picture, quantity, paid, delivery, left } = request;
  const formatPounds = usePounds();
  return (
    <Section
      title={t('order.heading')}
      aside={
        <Link className="desk-alone" to={orderPaths.one(orderId)}>
          {orderId}
        </Link>
      }
    >
      <div className="desk-ordered">
        <Thumb src={picture} sizes="56px" />
        <div>
          <p>{t('order.goods', { count: quantity, product })}</p>
          <dl className="desk-facts">
            <Fact term={t('order.paid')}>{formatPounds(pounds(lessAmount(pence(paid), pence(delivery))))}</Fact>
            <Fact term={t('order.delivery')}>{formatPounds(delivery)}</Fact>
            <Fact term={<strong>{t('order.left')}</strong>}>
              <strong>{formatPounds(left)}</strong>
            </Fact>
          </dl>
        </div>
      </div>
    </Section>
  );
};

const EarlierRequests = ({ request: { similar, others } }: PartProps) => {
  const { t } = useTranslation('desk-refunds');
  return (
    <Section title={t('before.heading')}>
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
    </Section>
  );
};

const Request = ({ request }: PartProps) => {
  const { t } = useTranslation('desk-refunds');
  const isSeller = useIsSeller();
  const { reference, state, reason, cancelled, dueOn, buyer, createdAt, receivedAt, isPayable, isUnsent, files } = request;
  const isOpen = state === 'new' || state === 'received';
  const lead = (
    <>
      {reference}, {buyer}, <When at={createdAt} />
      {isOpen && dueOn !== null && (
        <>
          , <DueDay dueOn={dueOn} />
        </>
      )}
    </>
  );
  return (
    <>
      <DeskHeading title={request.product} view={state} lead={lead} />
      <div className="desk-split">
        <div>
          {cancelled === '' && <Photographs endpoint={deskEndpoints.refundPicture} reference={reference} files={files} />}
          {cancelled ? (
            <p className="desk-words">{t('cancelled', { units: cancelled })}</p>
          ) : (
            <blockquote className="desk-words desk-plain">{t('quote', { text: reason })}</blockquote>
          )}
          <OrderFacts request={request} />
          <EarlierRequests request={request} />
        </div>
        <aside>
          {isOpen && isSeller && <DecidePanel request={request} />}
          {isOpen && !isSeller && <p className="desk-panel">{t('decide.bySeller')}</p>}
          {!isOpen && <DecisionSummary request={request} />}
          {state === 'exchangeToSend' && <Replacement request={request} />}
          {isOpen && cancelled !== '' && !isPayable && <Posted request={request} />}
          {receivedAt === null && !isUnsent && state !== 'declined' && state !== 'withdrawn' && <ReturnedGoodsForm request={request} />}
        </aside>
      </div>
    </>
  );
};

/** One refund request: what the buyer sent, and what is done about it. */
export const RefundScreen = () => {
  const { t } = useTranslation('desk-refunds');
  const { reference = '' } = useParams();
  const view = useView(refundViews, 'in');
  const list = rowsOf(useList(deskEndpoints.refunds, { view }).currentData).map((row) => row.reference);
  const pathOf = (key: string) => `${deskPageOf('refunds', key)}?in=${view}`;
  return (
    <>
      <BackLinks to={`${deskPages.refunds}?view=${view}`} title={t('heading')} keys={list} current={reference} pathOf={pathOf} />
      <Fetched query={useRead(deskEndpoints.refund, { id: reference })} title={reference}>
        {(request) => <Request key={reference} request={request} />}
      </Fetched>
    </>
  );
};

/** Refund requests by view; those that wait come first, the oldest of them on top. */
export const RefundsScreen = () => {
  const { t } = useTranslation('desk-refunds');
  const formatPounds = usePounds();
  const view = useView(refundViews);
  const query = useList(deskEndpoints.refunds, { view });
  const counts = query.data?.pages[0]?.counts;
  return (
    <>
      <DeskHeading title={t('heading')} />
      <ViewTabs label={t('views.label')} views={refundViews} titleOf={(key) => t(`views.${key}`)} counts={counts} current={view} />
      <FetchedList query={query} empty={t(`empty.${view}`)}>
        {({ reference, product, picture, reason, cancelled, dueOn, buyer, createdAt, state, left }) => (
          <Row
            key={reference}
            mark={<Thumb src={picture} />}
            title={<Link to={`${deskPageOf('refunds', reference)}?in=${view}`}>{product}</Link>}
            end={
              <>
                <StateMark status={state} />
                {(state === 'new' || state === 'received') && (
                  <>
                    <span className="quiet">{t('left', { amount: formatPounds(left) })}</span>
                    <DueDay dueOn={dueOn} />
                  </>
                )}
              </>
            }
          >
            <p className="desk-quote">{cancelled ? t('cancelled', { units: cancelled }) : t('quote', { text: reason })}</p>
            <p className="quiet">
              {buyer}, <When at={createdAt} />
            </p>
          </Row>
        )}
      </FetchedList>
    </>
  );
};
