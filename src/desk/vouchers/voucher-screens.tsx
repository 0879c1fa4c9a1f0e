import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { deskEndpoints, deskPageOf, deskPages } from '#contract/desk/endpoints.ts';
import { type DeskVoucher, voucherViews } from '#contract/desk/vouchers.ts';
import { callTo, useList, useRead } from '#desk/desk-api.ts';
import { orderPaths } from '#desk/orders/order-paths.ts';
import { useChange } from '#desk/parts/change-form.tsx';
import { BackLinks, DeskHeading } from '#desk/parts/desk-heading.tsx';
import { DeskIcon } from '#desk/parts/desk-icon.tsx';
import { Fetched, FetchedList, useView, ViewTabs } from '#desk/parts/fetched.tsx';
import { Mark, Panel, Row, Rows, Section } from '#desk/parts/row.tsx';
import { StateMark } from '#desk/parts/state-mark.tsx';
import { useCopy } from '#desk/parts/use-copy.ts';
import { When } from '#desk/parts/when.tsx';
import { ConfirmButton } from '#shared/ui/confirm-button.tsx';
import { Fact } from '#shared/ui/fact.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import { useVoucherTexts } from './voucher-texts.ts';

const Voucher = ({ voucher }: { readonly voucher: DeskVoucher }) => {
  const { t } = useTranslation('desk-vouchers');
  const { money, days, sentence } = useVoucherTexts();
  const copy = useCopy();
  const { change, note } = useChange();
  const { code, state, link, orders, uses, maxUses, discounts } = voucher;
  const isOver = state === 'over' || state === 'ended';
  const end = () => change(callTo(deskEndpoints.endVoucher, { id: code }), { successMessage: t('end.done', { code }) });
  return (
    <>
      <DeskHeading title={code} view={`${code} ${state}`} lead={sentence(voucher)} />
      {note}
      <div className="desk-split">
        <Section title={t('orders.heading')} aside={<span className="quiet">{t('off', { amount: money(discounts) })}</span>}>
          <Rows items={orders} empty={t('orders.none')}>
            {({ id, status, discount, total, createdAt }) => (
              <Row
                key={id}
                mark={<Mark name="parcel" />}
                title={<Link to={orderPaths.one(id)}>{id}</Link>}
                end={
                  <>
                    <span>{t('orders.off', { amount: money(discount) })}</span>
                    <span className="quiet">{t('orders.total', { amount: money(total) })}</span>
                  </>
                }
              >
                <p className="quiet">
                  <StateMark status={status} />, <When at={createdAt} />
                </p>
              </Row>
            )}
          </Rows>
        </Section>
        <aside>
          <Panel title={t(`states.${state}`)}>
            <dl className="desk-facts">
              {days(voucher) !== '' && <Fact term={t('facts.days')}>{days(voucher)}</Fact>}
              <Fact term={t('facts.uses')}>{maxUses === null ? uses : t('facts.of', { count: uses, max: maxUses })}</Fact>
            </dl>
          </Panel>
          {!isOver && (
            <>
              <Panel title={t('share.heading')}>
                <p>{t('share.text')}</p>
                <button type="button" className="desk-id desk-link" onClick={() => void copy(link, t('copied'))}>
                  {link}
                  <DeskIcon name="copy" />
                  <span className="visually-hidden">{t('share.copy')}</span>
                </button>
              </Panel>
              <Panel title={t('end.heading')}>
                <p>{t('end.lead')}</p>
                <ConfirmButton label={t('end.press')} text={t('end.text', { code })} onConfirm={() => void end()} />
              </Panel>
            </>
          )}
        </aside>
      </div>
    </>
  );
};

/** One voucher: what it takes off, the link that brings it, the orders that use it, and its end. */
export const VoucherScreen = () => {
  const { t } = useTranslation('desk-vouchers');
  const { code = '' } = useParams();
  return (
    <>
      <BackLinks to={deskPages.vouchers} title={t('heading')} />
      <Fetched query={useRead(deskEndpoints.voucher, { id: code })} title={code}>
        {(voucher) => <Voucher key={code} voucher={voucher} />}
      </Fetched>
    </>
  );
};

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
