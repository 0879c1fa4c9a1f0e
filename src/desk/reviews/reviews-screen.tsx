import { useTranslation } from 'react-i18next';
import { deskEndpoints, deskPageOf } from '#contract/desk/endpoints.ts';
import { reviewViews } from '#contract/desk/reviews.ts';
import { useList } from '#desk/desk-api.ts';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { FetchedList, useView, ViewTabs } from '#desk/parts/fetched.tsx';
import { Row, Thumb } from '#desk/parts/row.tsx';
import { When } from '#desk/parts/when.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Stars } from './stars.tsx';

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
