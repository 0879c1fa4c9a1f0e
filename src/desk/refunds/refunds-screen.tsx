import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { deskPageOf } from '#contract/desk/endpoints.ts';
import { refundViews } from '#contract/desk/refunds.ts';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { FetchedRows } from '#desk/parts/fetched.tsx';
import { StateMark } from '#desk/parts/state-mark.tsx';
import { usePounds } from '#desk/parts/use-pounds.ts';
import { ViewTabs } from '#desk/parts/view-tabs.tsx';
import { When } from '#desk/parts/when.tsx';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { Link } from '#shared/ui/link.tsx';
import { refundsApi, viewOf } from './refunds-api.ts';

/** Refund requests by view; those that wait come first, the oldest of them on top. */
export const RefundsScreen = () => {
  const { t } = useTranslation('desk-refunds');
  const money = usePounds();
  const [params] = useSearchParams();
  const view = viewOf(params.get('view'));
  const query = refundsApi.useDeskRefundsInfiniteQuery({ view });
  const counts = query.data?.pages[0]?.counts;
  return (
    <>
      <DeskHeading title={t('heading')} />
      <ViewTabs
        label={t('views.label')}
        views={refundViews.map((key) => ({
          key,
          title: t(`views.${key}`),
          count: key === 'open' || key === 'toSend' ? counts?.[key] : undefined,
        }))}
        current={view}
      />
      <FetchedRows query={query} empty={t(`empty.${view}`)}>
        {(rows) => (
          <ul className="desk-rows">
            {rows.map(({ reference, product, picture, reason, buyer, createdAt, state, left }) => (
              <li key={reference}>
                <ProductPicture image={picture === '' ? undefined : { src: picture, alt: '' }} sizes="48px" alt="" />
                <div>
                  <p>
                    <Link to={`${deskPageOf('refunds', reference)}?in=${view}`}>{product}</Link>
                  </p>
                  <p className="desk-quote">{t('quote', { text: reason })}</p>
                  <p className="quiet">
                    {buyer}, <When at={createdAt} />
                  </p>
                </div>
                <div className="desk-end">
                  <StateMark status={state} />
                  {(state === 'new' || state === 'received') && <span className="quiet">{t('left', { amount: money(left) })}</span>}
                </div>
              </li>
            ))}
          </ul>
        )}
      </FetchedRows>
    </>
  );
};
