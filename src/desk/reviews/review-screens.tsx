import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { deskEndpoints, deskPageOf, deskPages } from '#contract/desk/endpoints.ts';
import { type DeskReview, type ReviewChange, reviewViews } from '#contract/desk/reviews.ts';
import { reviewLimits } from '#contract/review.ts';
import { callTo, useList, useRead } from '#desk/desk-api.ts';
import { orderPaths } from '#desk/orders/order-paths.ts';
import { ChangeButton, ChangeForm, ShowContext } from '#desk/parts/change-form.tsx';
import { BackLinks, DeskHeading, useSay } from '#desk/parts/desk-heading.tsx';
import { Fetched, FetchedList, useView, ViewTabs } from '#desk/parts/fetched.tsx';
import { Panel, Row, Section, Thumb } from '#desk/parts/row.tsx';
import { TextField } from '#desk/parts/text-field.tsx';
import { useVersionSeen } from '#desk/parts/use-version-seen.ts';
import { When } from '#desk/parts/when.tsx';
import { Photographs } from '#desk/refunds/photographs.tsx';
import { useNavigateWhileHere } from '#shared/hooks/use-navigate-while-here.ts';
import { Link } from '#shared/ui/link.tsx';

/** How many of five stars a review gives. */
const Stars = ({ stars }: { readonly stars: number }) => {
  const { t } = useTranslation('desk-reviews');
  return (
    <span className="desk-stars" role="img" aria-label={t('stars', { count: stars })}>
      {'★'.repeat(stars)}
      <span className="quiet">{'★'.repeat(5 - stars)}</span>
    </span>
  );
};

/** Acceptable reasons not to show a review; criticism is not one of them. */
const goodReasons = ['names', 'abusive', 'advertises', 'other'] as const;

type Change = ReviewChange['change'];

/** What a form or button needs to change a review. A decision leads to the next one that waits. */
const useReviewChange = ({ reference: id, product }: DeskReview, seen: ReturnType<typeof useVersionSeen<number>>) => {
  const { t } = useTranslation('desk-reviews');
  const navigate = useNavigateWhileHere();
  const say = useSay();
  return (change: Change) => ({
    call: callTo(deskEndpoints.changeReview, { id, revision: seen.version, change }),
    onDone: ({ nextWaiting }: DeskReview) => {
      seen.accept();
      const said = t(`done.${change.what}`, { product });
      if (change.what === 'reply') return say(said);
      return navigate(nextWaiting === null ? deskPages.reviews : deskPageOf('reviews', nextWaiting), { state: { message: said } });
    },
  });
};

type ReviewProps = { readonly review: DeskReview };
type PanelProps = ReviewProps & { readonly changeTo: ReturnType<typeof useReviewChange> };

/** A form for a reason, which the author gets by mail, with its button. The button is the main action if the page has no other. */
const ReasonForm = ({ changeTo, what }: Pick<PanelProps, 'changeTo'> & { readonly what: 'decline' | 'remove' }) => {
  const { t } = useTranslation('desk-reviews');
  const [reason, setReason] = useState('');
  return (
    <ChangeForm {...changeTo({ what, reason })} submit={t(`decide.${what}`)} isReady={reason.trim() !== ''} isDanger>
      <TextField
        label={t('decide.reason')}
        rows={3}
        maxLength={reviewLimits.reason}
        value={reason}
        onText={(text) => setReason(text.replaceAll('\n', ' '))}
      />
      <div className="desk-actions">
        {goodReasons.map((key) => (
          <button key={key} type="button" className="btn btn-link" onClick={() => setReason(t(`decide.words.${key}`))}>
            {t(`decide.reasons.${key}`)}
          </button>
        ))}
      </div>
      <p className="quiet">{t('decide.final')}</p>
    </ChangeForm>
  );
};

const Reply = ({ review, changeTo }: PanelProps) => {
  const { t } = useTranslation('desk-reviews');
  const [typed, setTyped] = useState<string>();
  const text = typed ?? review.reply;
  const isChanged = text.trim() !== review.reply;
  const submit = text.trim() === '' && review.reply !== '' ? t('reply.remove') : t('reply.press');
  return (
    <Panel title={t('reply.heading')}>
      <ChangeForm {...changeTo({ what: 'reply', reply: text })} submit={submit} isReady={isChanged} isQuiet>
        <TextField label={t('reply.label')} rows={4} maxLength={reviewLimits.reply} value={text} onText={setTyped} />
        {review.reply !== '' && isChanged && <p className="quiet desk-plain">{t('reply.now', { text: review.reply })}</p>}
      </ChangeForm>
    </Panel>
  );
};

const WaitingReview = ({ changeTo }: PanelProps) => {
  const { t } = useTranslation('desk-reviews');
  return (
    <Panel title={t('decide.heading')}>
      <p>{t('decide.law')}</p>
      <ChangeButton {...changeTo({ what: 'approve' })} className="btn btn-primary">
        {t('decide.approve')}
      </ChangeButton>
      <details className="desk-reason">
        <summary>{t('decide.instead')}</summary>
        <ReasonForm changeTo={changeTo} what="decline" />
      </details>
    </Panel>
  );
};

const ShownReview = ({ review, changeTo }: PanelProps) => {
  const { t } = useTranslation('desk-reviews');
  return (
    <>
      {review.reports.length > 0 && (
        <Panel title={t('reported.heading')}>
          <ul>
            {review.reports.map(({ reason, reports }) => (
              <li key={reason}>{t('report', { reason: t(`reasons.${reason}`), count: reports })}</li>
            ))}
          </ul>
          <ChangeButton {...changeTo({ what: 'keep' })} className="btn btn-primary">
            {t('reported.keep')}
          </ChangeButton>
        </Panel>
      )}
      <Reply review={review} changeTo={changeTo} />
      <Panel title={t('remove.heading')}>
        <p>{t('decide.law')}</p>
        <details className="desk-reason">
          <summary>{t('remove.open')}</summary>
          <ReasonForm changeTo={changeTo} what="remove" />
        </details>
      </Panel>
    </>
  );
};

const HiddenReview = ({ review: { state, reason, decidedAt } }: ReviewProps) => {
  const { t } = useTranslation('desk-reviews');
  return (
    <Panel title={t(state === 'removed' ? 'states.removed' : 'states.declined')}>
      <p>{t('quote', { text: reason })}</p>
      {decidedAt !== null && (
        <p className="quiet">
          <When at={decidedAt} />
        </p>
      )}
    </Panel>
  );
};

const panels = { waiting: WaitingReview, approved: ShownReview, declined: HiddenReview, removed: HiddenReview } as const;

const Review = ({ review }: ReviewProps) => {
  const { t } = useTranslation('desk-reviews');
  // Called here and not in the panel, because a decision unmounts the panel that it was made in.
  const { reference, product, author, createdAt, stars, text, images, orderId, others, revision, state, reply } = review;
  const seen = useVersionSeen(revision, [state, stars, text, images, reply]);
  const changeTo = useReviewChange(review, seen);
  const [textBefore] = useState(text);
  const StatePanel = panels[review.state];
  const lead = (
    <>
      {reference}, {author}, <When at={createdAt} />
    </>
  );
  return (
    <>
      <DeskHeading title={product} view={reference} lead={lead} />
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
          <Section
            title={t('order.heading')}
            aside={
              <Link className="desk-alone" to={orderPaths.one(orderId)}>
                {orderId}
              </Link>
            }
          >
            <p className="quiet">{others.length === 0 ? t('order.first') : t('order.others')}</p>
            <ul>
              {others.map((other) => (
                <li key={other.reference}>
                  <Link to={deskPageOf('reviews', other.reference)}>{other.product}</Link> <Stars stars={other.stars} />
                </li>
              ))}
            </ul>
          </Section>
        </div>
        <aside>
          <ShowContext value={seen.show}>
            <StatePanel review={review} changeTo={changeTo} />
          </ShowContext>
        </aside>
      </div>
    </>
  );
};

/** One review: what its author wrote, and whether it is shown. After a decision the next one that waits follows. */
export const ReviewScreen = () => {
  const { t } = useTranslation('desk-reviews');
  const { reference = '' } = useParams();
  return (
    <>
      <BackLinks to={deskPages.reviews} title={t('heading')} />
      <Fetched query={useRead(deskEndpoints.review, { id: reference })} title={reference}>
        {(review) => <Review key={reference} review={review} />}
      </Fetched>
    </>
  );
};

/** Reviews by view; those that wait come first, the oldest of them on top. */
export const ReviewsScreen = () => {
  const { t } = useTranslation('desk-reviews');
  const view = useView(reviewViews);
  const query = useList(deskEndpoints.reviews, { view });
  const counts = query.data?.pages[0]?.counts;
  return (
    <>
      <DeskHeading title={t('heading')} />
      <ViewTabs label={t('views.label')} views={reviewViews} titleOf={(key) => t(`views.${key}`)} counts={counts} current={view} />
      <FetchedList query={query} empty={t(`empty.${view}`)}>
        {({ reference, product, picture, stars, text, author, createdAt, images, reports, state }) => (
          <Row
            key={reference}
            mark={<Thumb src={picture} />}
            title={
              <>
                <Link to={deskPageOf('reviews', reference)}>{product}</Link> <Stars stars={stars} />
              </>
            }
            end={
              <>
                {state === 'removed' && <span>{t('states.removed')}</span>}
                {images.length > 0 && <span className="quiet">{t('pictures', { count: images.length })}</span>}
                {reports.map(({ reason, reports: count }) => (
                  <span key={reason}>{t('report', { reason: t(`reasons.${reason}`), count })}</span>
                ))}
              </>
            }
          >
            <p className="desk-quote">{t('quote', { text })}</p>
            <p className="quiet">
              {author}, <When at={createdAt} />
            </p>
          </Row>
        )}
      </FetchedList>
    </>
  );
};
