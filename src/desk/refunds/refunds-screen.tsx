import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { deskPageOf } from '#contract/desk/endpoints.ts';
import { refundViews } from '#contract/desk/refunds.ts';
import { formatSterling, pence } from '#contract/money.ts';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { MoreButton } from '#desk/parts/more-button.tsx';
import { ViewTabs } from '#desk/parts/view-tabs.tsx';
import { When } from '#desk/parts/when.tsx';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { asApiError } from '#shared/api/api-error.ts';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { DueDay } from './due-day.tsx';
import { useDeskRefundsInfiniteQuery } from './refunds-api.ts';

/** Refund requests by view; those that wait come first, the oldest of them on top. */
export const RefundsScreen = () => {
  const { t, i18n } = useTranslation(['desk-refunds', 'common']);
  const [params] = useSearchParams();
  const view = refundViews.find((each) => each === params.get('view')) ?? 'open';
  const { data, currentData, error, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } =
    useDeskRefundsInfiniteQuery(view);
  const rows = currentData?.pages.flatMap(({ items }) => items) ?? [];
  const counts = data?.pages[0]?.counts;
  return (
    <>
      <DeskHeading title={t('desk-refunds:heading')} />
      <ViewTabs
        label={t('desk-refunds:views.label')}
        views={refundViews.map((key) => ({
          key,
          title: t(`desk-refunds:views.${key}`),
          count: key === 'open' || key === 'toSend' ? counts?.[key] : undefined,
        }))}
        current={view}
      />
      {error && <FailureNote error={asApiError(error)} onRetry={() => void refetch()} isBusy={isFetching} />}
      {!currentData && isFetching && <Spinner label={t('common:loading')} />}
      {currentData && rows.length === 0 && <p className="desk-empty">{t(`desk-refunds:empty.${view}`)}</p>}
      <ul className="desk-rows">
        {rows.map(({ reference, product, picture, reason, cancelled, dueOn, buyer, createdAt, state, left }) => (
          <li key={reference}>
            <ProductPicture image={picture === '' ? undefined : { src: picture, alt: '' }} sizes="48px" alt="" />
            <div>
              <p>
                <Link to={deskPageOf('refunds', reference)}>{product}</Link>
              </p>
              <p className="desk-quote">
                {cancelled ? t('desk-refunds:cancelled', { units: cancelled }) : t('desk-refunds:quote', { text: reason })}
              </p>
              <p className="quiet">
                {buyer}, <When at={createdAt} />
              </p>
            </div>
            <div className="desk-end">
              <span className={`desk-state is-${state.toLowerCase()}`}>{t(`desk-refunds:states.${state}`)}</span>
              {(state === 'new' || state === 'received') && (
                <>
                  <span className="quiet">{t('desk-refunds:left', { amount: formatSterling(pence(left), i18n.language) })}</span>
                  <DueDay dueOn={dueOn} />
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
      {hasNextPage && <MoreButton isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </>
  );
};
