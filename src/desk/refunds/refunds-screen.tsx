import { useTranslation } from 'react-i18next';
import { deskEndpoints, deskPageOf } from '#contract/desk/endpoints.ts';
import { refundViews } from '#contract/desk/refunds.ts';
import { useList } from '#desk/desk-api.ts';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { FetchedList, useView, ViewTabs } from '#desk/parts/fetched.tsx';
import { Row, Thumb } from '#desk/parts/row.tsx';
import { StateMark } from '#desk/parts/state-mark.tsx';
import { usePounds } from '#desk/parts/use-pounds.ts';
import { DueDay, When } from '#desk/parts/when.tsx';
import { Link } from '#shared/ui/link.tsx';

/** Refund requests by view; those that wait come first, the oldest of them on top. */
export const RefundsScreen = () => {
  const { t } = useTranslation('desk-refunds');
  const money = usePounds();
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
                    <span className="quiet">{t('left', { amount: money(left) })}</span>
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
