import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { deskEndpoints, deskPageOf, deskPages } from '#contract/desk/endpoints.ts';
import type { DeskReview, ReviewChange } from '#contract/desk/reviews.ts';
import { reviewLimits } from '#contract/review.ts';
import { orderPaths } from '#desk/orders/order-paths.ts';
import { Back } from '#desk/parts/back.tsx';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { Fetched } from '#desk/parts/fetched.tsx';
import { useChange } from '#desk/parts/use-change.tsx';
import { useSaid } from '#desk/parts/use-said.ts';
import { When } from '#desk/parts/when.tsx';
import { Photographs } from '#desk/refunds/photographs.tsx';
import { Link } from '#shared/ui/link.tsx';
import { useChangeReviewMutation, useDeskReviewQuery } from './reviews-api.ts';
import { Stars } from './stars.tsx';

/** What may be a reason not to show a review; that it is critical is none. */
const goodReasons = ['names', 'abusive', 'advertises', 'other'] as const;

type Change = ReviewChange['change'];
type PanelProps = {
  readonly review: DeskReview;
  readonly isBusy: boolean;
  /** Why the last change failed. */
  readonly note: ReactNode;
  readonly onChange: (change: Change) => void;
};

/** A reason that the author reads in a mail, and the button that needs it: the one main action where there is no other. */
const ReasonForm = ({ what, isBusy, onChange }: Omit<PanelProps, 'review' | 'note'> & { readonly what: 'decline' | 'remove' }) => {
  const { t } = useTranslation('desk-reviews');
  const id = useId();
  const [reason, setReason] = useState('');
  const isMissing = reason.trim() === '';
  return (
    <form
      className="desk-stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isMissing) onChange({ what, reason });
      }}
    >
      <label htmlFor={id}>{t('decide.reason')}</label>
      <textarea
        id={id}
        className="form-control"
        rows={3}
        maxLength={reviewLimits.reason}
        value={reason}
        onChange={(event) => setReason(event.target.value.replaceAll('\n', ' '))}
      />
      <div className="desk-actions">
        {goodReasons.map((key) => (
          <button key={key} type="button" className="btn btn-link" onClick={() => setReason(t(`decide.words.${key}`))}>
            {t(`decide.reasons.${key}`)}
          </button>
        ))}
      </div>
      <button type="submit" className="btn btn-outline-primary is-danger" aria-disabled={isBusy || isMissing} aria-busy={isBusy}>
        {t(`decide.${what}`)}
      </button>
      <p className="quiet">{t('decide.final')}</p>
    </form>
  );
};

const Reply = ({ review: { reply }, isBusy, onChange }: PanelProps) => {
  const { t } = useTranslation('desk-reviews');
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const text = typed ?? reply;
  return (
    <section className="desk-panel">
      <h2>{t('reply.heading')}</h2>
      <form
        className="desk-stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== reply) onChange({ what: 'reply', reply: text });
        }}
      >
        <label htmlFor={id}>{t('reply.label')}</label>
        <textarea
          id={id}
          className="form-control"
          rows={4}
          maxLength={reviewLimits.reply}
          value={text}
          onChange={(event) => setTyped(event.target.value)}
        />
        {reply !== '' && text.trim() !== reply && <p className="quiet desk-plain">{t('reply.now', { text: reply })}</p>}
        <button type="submit" className="btn btn-outline-primary" aria-disabled={isBusy || text.trim() === reply} aria-busy={isBusy}>
          {text.trim() === '' && reply !== '' ? t('reply.remove') : t('reply.press')}
        </button>
      </form>
    </section>
  );
};

const Waiting = ({ isBusy, note, onChange }: PanelProps) => {
  const { t } = useTranslation('desk-reviews');
  return (
    <section className="desk-panel">
      <h2>{t('decide.heading')}</h2>
      <p>{t('decide.law')}</p>
      {note}
      <button type="button" className="btn btn-primary" aria-disabled={isBusy} onClick={() => onChange({ what: 'approve' })}>
        {t('decide.approve')}
      </button>
      <details className="desk-reason">
        <summary>{t('decide.instead')}</summary>
        <ReasonForm what="decline" isBusy={isBusy} onChange={onChange} />
      </details>
    </section>
  );
};

const Shown = (props: PanelProps) => {
  const { t } = useTranslation('desk-reviews');
  const { review, isBusy, note, onChange } = props;
  return (
    <>
      {note}
      {review.reports.length > 0 && (
        <section className="desk-panel">
          <h2>{t('reported.heading')}</h2>
          <ul>
            {review.reports.map(({ reason, reports }) => (
              <li key={reason}>{t('report', { reason: t(`reasons.${reason}`), count: reports })}</li>
            ))}
          </ul>
          <button type="button" className="btn btn-primary" aria-disabled={isBusy} onClick={() => onChange({ what: 'keep' })}>
            {t('reported.keep')}
          </button>
        </section>
      )}
      <Reply {...props} />
      <section className="desk-panel">
        <h2>{t('remove.heading')}</h2>
        <p>{t('decide.law')}</p>
        <details className="desk-reason">
          <summary>{t('remove.open')}</summary>
          <ReasonForm what="remove" isBusy={isBusy} onChange={onChange} />
        </details>
      </section>
    </>
  );
};

const Hidden = ({ review: { state, reason, decidedAt } }: Pick<PanelProps, 'review'>) => {
  const { t } = useTranslation('desk-reviews');
  return (
    <section className="desk-panel">
      <h2>{t(state === 'removed' ? 'states.removed' : 'states.declined')}</h2>
      <p>{t('quote', { text: reason })}</p>
      {decidedAt !== null && (
        <p className="quiet">
          <When at={decidedAt} />
        </p>
      )}
    </section>
  );
};

const Review = ({ review, onShow }: { readonly review: DeskReview; readonly onShow: () => void }) => {
  const { t } = useTranslation('desk-reviews');
  const navigate = useNavigate();
  const saidBefore = useSaid();
  const [said, setSaid] = useState(saidBefore);
  const [textBefore, setTextBefore] = useState(review.text);
  const [changeReview] = useChangeReviewMutation();
  const { change, isBusy, note } = useChange(onShow);
  const { reference, product, author, createdAt, state, stars, text, images, orderId, others } = review;
  const send = async (wanted: Change) => {
    let next: string | null = null;
    const call = async () => {
      const changed = await changeReview({ id: reference, revision: review.revision, change: wanted }).unwrap();
      next = changed.nextWaiting;
    };
    setTextBefore(text);
    if (!(await change(call))) return;
    const done = t(`done.${wanted.what}`, { product });
    if (wanted.what === 'reply') setSaid(done);
    else await navigate(next === null ? deskPages.reviews : deskPageOf('reviews', next), { state: { said: done } });
  };
  const panel = { review, isBusy, note, onChange: (wanted: Change) => void send(wanted) };
  return (
    <>
      <Back to={deskPages.reviews} title={t('heading')} />
      <DeskHeading
        title={product}
        view={reference}
        lead={
          <>
            {reference}, {author}, <When at={createdAt} />
          </>
        }
      />
      <div role="status">{said !== '' && <p className="desk-said">{said}</p>}</div>
      <div className="desk-split">
        <div>
          <Stars stars={stars} />
          <blockquote className="desk-words desk-plain">{text}</blockquote>
          {textBefore !== text && (
            <details className="desk-reason" open>
              <summary>{t('before')}</summary>
              <p className="desk-plain quiet">{textBefore}</p>
            </details>
          )}
          {images.length > 0 && <Photographs endpoint={deskEndpoints.reviewPicture} reference={reference} files={images} />}
          <section aria-labelledby="order">
            <div className="desk-section-head">
              <h2 id="order">{t('order.heading')}</h2>
              <Link to={orderPaths.one(orderId)}>{orderId}</Link>
            </div>
            {others.length === 0 ? (
              <p className="quiet">{t('order.first')}</p>
            ) : (
              <>
                <p className="quiet">{t('order.others')}</p>
                <ul>
                  {others.map((other) => (
                    <li key={other.reference}>
                      <Link to={deskPageOf('reviews', other.reference)}>{other.product}</Link> <Stars stars={other.stars} />
                    </li>
                  ))}
                </ul>
              </>
            )}
          </section>
        </div>
        <aside>
          {state === 'waiting' && <Waiting {...panel} />}
          {state === 'approved' && <Shown {...panel} />}
          {(state === 'declined' || state === 'removed') && (
            <>
              {note}
              <Hidden review={review} />
            </>
          )}
        </aside>
      </div>
    </>
  );
};

/** One review: what its author wrote, and whether it is shown. After a decision the next one that waits follows. */
export const ReviewScreen = () => {
  const { reference = '' } = useParams();
  const query = useDeskReviewQuery(reference);
  return (
    <>
      {!query.currentData && <DeskHeading title={reference} />}
      <Fetched query={query}>{(review) => <Review key={reference} review={review} onShow={() => void query.refetch()} />}</Fetched>
    </>
  );
};
