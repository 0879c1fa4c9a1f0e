import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { deskPageOf } from '#contract/desk/endpoints.ts';
import { reviewViews } from '#contract/desk/reviews.ts';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { FetchedRows } from '#desk/parts/fetched.tsx';
import { useSaid } from '#desk/parts/use-said.ts';
import { ViewTabs } from '#desk/parts/view-tabs.tsx';
import { When } from '#desk/parts/when.tsx';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { Link } from '#shared/ui/link.tsx';
import { useDeskReviewsInfiniteQuery } from './reviews-api.ts';
import { Stars } from './stars.tsx';

/** Reviews by view; those that wait come first, the oldest of them on top. */
export const ReviewsScreen = () => {
  const { t } = useTranslation('desk-reviews');
  const [params] = useSearchParams();
  const said = useSaid();
  const view = reviewViews.find((each) => each === params.get('view')) ?? 'waiting';
  const query = useDeskReviewsInfiniteQuery({ view });
  const counts = query.data?.pages[0]?.counts;
  return (
    <>
      <DeskHeading title={t('heading')} />
      <div role="status">{said !== '' && <p className="desk-said">{said}</p>}</div>
      <ViewTabs
        label={t('views.label')}
        views={reviewViews.map((key) => ({
          key,
          title: t(`views.${key}`),
          count: key === 'waiting' || key === 'reported' ? counts?.[key] : undefined,
        }))}
        current={view}
      />
      <FetchedRows query={query} empty={t(`empty.${view}`)}>
        {(rows) => (
          <ul className="desk-rows">
            {rows.map(({ reference, product, picture, stars, text, author, createdAt, images, reports, state }) => (
              <li key={reference}>
                <ProductPicture image={picture === '' ? undefined : { src: picture, alt: '' }} sizes="48px" alt="" />
                <div>
                  <p>
                    <Link to={deskPageOf('reviews', reference)}>{product}</Link> <Stars stars={stars} />
                  </p>
                  <p className="desk-quote">{t('quote', { text })}</p>
                  <p className="quiet">
                    {author}, <When at={createdAt} />
                  </p>
                </div>
                <div className="desk-end">
                  {state === 'removed' && <span>{t('states.removed')}</span>}
                  {images.length > 0 && <span className="quiet">{t('pictures', { count: images.length })}</span>}
                  {reports.map(({ reason, reports: count }) => (
                    <span key={reason}>{t('report', { reason: t(`reasons.${reason}`), count })}</span>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        )}
      </FetchedRows>
    </>
  );
};
