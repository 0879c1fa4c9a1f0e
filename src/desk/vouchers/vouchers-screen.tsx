import { useTranslation } from 'react-i18next';
import { deskEndpoints, deskPageOf, deskPages } from '#contract/desk/endpoints.ts';
import { voucherViews } from '#contract/desk/vouchers.ts';
import { useList } from '#desk/desk-api.ts';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { FetchedList, useView, ViewTabs } from '#desk/parts/fetched.tsx';
import { Mark, Row } from '#desk/parts/row.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import { useVoucherTexts } from './voucher-texts.ts';

/** Vouchers by view, the newest first, with how often they are used. */
export const VouchersScreen = () => {
  const { t } = useTranslation('desk-vouchers');
  const { money, takesOff, days } = useVoucherTexts();
  const view = useView(voucherViews);
  return (
    <>
      <DeskHeading title={t('heading')}>
        <Link className="btn btn-primary" to={`${deskPages.vouchers}/new`}>
          <Icon name="plus" />
          {t('new.link')}
        </Link>
      </DeskHeading>
      <ViewTabs label={t('views.label')} views={voucherViews} titleOf={(key) => t(`views.${key}`)} current={view} />
      <FetchedList query={useList(deskEndpoints.vouchers, { view })} empty={t(`empty.${view}`)}>
        {(voucher) => (
          <Row
            key={voucher.code}
            mark={<Mark name="tag" />}
            title={<Link to={deskPageOf('vouchers', voucher.code)}>{voucher.code}</Link>}
            end={
              <>
                {voucher.state === 'usedUp' && <span>{t('states.usedUp')}</span>}
                <span>
                  {voucher.maxUses === null
                    ? t('uses', { count: voucher.uses })
                    : t('usesOf', { count: voucher.uses, max: voucher.maxUses })}
                </span>
                <span className="quiet">{t('off', { amount: money(voucher.discounts) })}</span>
              </>
            }
          >
            <p>{takesOff(voucher)}</p>
            <p className="quiet">{[days(voucher), voucher.goods.join(', ')].filter(Boolean).join('; ')}</p>
          </Row>
        )}
      </FetchedList>
    </>
  );
};
