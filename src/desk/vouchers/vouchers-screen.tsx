import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { deskPageOf, deskPages } from '#contract/desk/endpoints.ts';
import { voucherViews } from '#contract/desk/vouchers.ts';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { FetchedRows } from '#desk/parts/fetched.tsx';
import { ViewTabs } from '#desk/parts/view-tabs.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import { useVoucherTexts } from './voucher-texts.ts';
import { useDeskVouchersInfiniteQuery } from './vouchers-api.ts';

/** Vouchers by view, the newest first, with how often they are used. */
export const VouchersScreen = () => {
  const { t } = useTranslation('desk-vouchers');
  const { money, takesOff, days } = useVoucherTexts();
  const [params] = useSearchParams();
  const view = voucherViews.find((each) => each === params.get('view')) ?? 'open';
  const query = useDeskVouchersInfiniteQuery({ view });
  return (
    <>
      <DeskHeading title={t('heading')}>
        <Link className="btn btn-primary" to={`${deskPages.vouchers}/new`}>
          <Icon name="plus" />
          {t('new.link')}
        </Link>
      </DeskHeading>
      <ViewTabs label={t('views.label')} views={voucherViews.map((key) => ({ key, title: t(`views.${key}`) }))} current={view} />
      <FetchedRows query={query} empty={t(`empty.${view}`)}>
        {(rows) => (
          <ul className="desk-rows">
            {rows.map((voucher) => (
              <li key={voucher.code}>
                <span className="desk-mark">
                  <Icon name="tag" />
                </span>
                <div>
                  <p>
                    <Link to={deskPageOf('vouchers', voucher.code)}>{voucher.code}</Link>
                  </p>
                  <p>{takesOff(voucher)}</p>
                  <p className="quiet">{[days(voucher), voucher.goods.join(', ')].filter(Boolean).join('; ')}</p>
                </div>
                <div className="desk-end">
                  {voucher.state === 'usedUp' && <span>{t('states.usedUp')}</span>}
                  <span>
                    {voucher.maxUses === null
                      ? t('uses', { count: voucher.uses })
                      : t('usesOf', { count: voucher.uses, max: voucher.maxUses })}
                  </span>
                  <span className="quiet">{t('off', { amount: money(voucher.discounts) })}</span>
                </div>
              </li>
            ))}
          </ul>
        )}
      </FetchedRows>
    </>
  );
};
