import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { deskPages } from '#contract/desk/endpoints.ts';
import type { DeskVoucher } from '#contract/desk/vouchers.ts';
import { orderPaths } from '#desk/orders/order-paths.ts';
import { Back } from '#desk/parts/back.tsx';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { DeskIcon } from '#desk/parts/desk-icon.tsx';
import { Fetched } from '#desk/parts/fetched.tsx';
import { StateMark } from '#desk/parts/state-mark.tsx';
import { useChange } from '#desk/parts/use-change.tsx';
import { useSaid } from '#desk/parts/use-said.ts';
import { When } from '#desk/parts/when.tsx';
import { ConfirmButton } from '#shared/ui/confirm-button.tsx';
import { Fact } from '#shared/ui/fact.tsx';
import { Link } from '#shared/ui/link.tsx';
import { useVoucherTexts } from './voucher-texts.ts';
import { useDeskVoucherQuery, useEndVoucherMutation } from './vouchers-api.ts';

const Voucher = ({ voucher, onShow }: { readonly voucher: DeskVoucher; readonly onShow: () => void }) => {
  const { t } = useTranslation('desk-vouchers');
  const { money, days, sentence } = useVoucherTexts();
  const [said, setSaid] = useState(useSaid());
  const [endVoucher] = useEndVoucherMutation();
  const { change, note } = useChange(onShow);
  const { code, state, link, orders, uses, maxUses, discounts } = voucher;
  const isOver = state === 'over' || state === 'ended';
  const copy = () => navigator.clipboard.writeText(link).then(() => setSaid(t('copied')));
  const end = async () => {
    if (await change(() => endVoucher(code).unwrap())) setSaid(t('end.done', { code }));
  };
  return (
    <>
      <DeskHeading title={code} view={`${code} ${state}`} lead={sentence(voucher)} />
      <div role="status">{said !== '' && <p className="desk-said">{said}</p>}</div>
      {note}
      <div className="desk-split">
        <section aria-labelledby="orders">
          <div className="desk-section-head">
            <h2 id="orders">{t('orders.heading')}</h2>
            <span className="quiet">{t('off', { amount: money(discounts) })}</span>
          </div>
          {orders.length === 0 && <p className="desk-empty">{t('orders.none')}</p>}
          <ul className="desk-rows">
            {orders.map(({ id, status, discount, total, createdAt }) => (
              <li key={id}>
                <span className="desk-mark">
                  <DeskIcon name="parcel" />
                </span>
                <div>
                  <p>
                    <Link to={orderPaths.one(id)}>{id}</Link>
                  </p>
                  <p className="quiet">
                    <StateMark status={status} />, <When at={createdAt} />
                  </p>
                </div>
                <div className="desk-end">
                  <span>{t('orders.off', { amount: money(discount) })}</span>
                  <span className="quiet">{t('orders.total', { amount: money(total) })}</span>
                </div>
              </li>
            ))}
          </ul>
        </section>
        <aside>
          <section className="desk-panel">
            <h2>{t(`states.${state}`)}</h2>
            <dl className="desk-facts">
              {days(voucher) !== '' && <Fact term={t('facts.days')}>{days(voucher)}</Fact>}
              <Fact term={t('facts.uses')}>{maxUses === null ? uses : t('facts.of', { count: uses, max: maxUses })}</Fact>
            </dl>
          </section>
          {!isOver && (
            <>
              <section className="desk-panel">
                <h2>{t('share.heading')}</h2>
                <p>{t('share.text')}</p>
                <button type="button" className="desk-id desk-link" onClick={() => void copy()}>
                  {link}
                  <DeskIcon name="copy" />
                  <span className="visually-hidden">{t('share.copy')}</span>
                </button>
              </section>
              <section className="desk-panel">
                <h2>{t('end.heading')}</h2>
                <p>{t('end.lead')}</p>
                <ConfirmButton label={t('end.press')} text={t('end.text', { code })} onConfirm={() => void end()} />
              </section>
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
  const query = useDeskVoucherQuery(code);
  return (
    <>
      <Back to={deskPages.vouchers} title={t('heading')} />
      {!query.currentData && <DeskHeading title={code} />}
      <Fetched query={query}>{(voucher) => <Voucher key={code} voucher={voucher} onShow={() => void query.refetch()} />}</Fetched>
    </>
  );
};
