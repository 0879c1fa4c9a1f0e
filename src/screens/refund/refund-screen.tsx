import { skipToken } from '@reduxjs/toolkit/query/react';
import { type Ref, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { fullName } from '#contract/full-name.ts';
import { formatPrice, pence } from '#contract/money.ts';
import type { Order } from '#contract/order.ts';
import { daysToCancel } from '#contract/terms.ts';
import { usePaidMoney } from '#features/orders/order-texts.ts';
import { useRefundOrderQuery } from '#features/refunds/refunds-api.ts';
import { asApiError, failureText } from '#shared/api/api-error.ts';
import { useNavigateWhileHere } from '#shared/hooks/use-navigate-while-here.ts';
import { useViewHeading } from '#shared/hooks/use-view-heading.ts';
import { ScreenTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { Fact } from '#shared/ui/fact.tsx';
import { Field } from '#shared/ui/field.tsx';
import { SubmitButton } from '#shared/ui/form-summary.tsx';
import { Link } from '#shared/ui/link.tsx';
import { useForm } from '#shared/ui/use-form.ts';
import { DeclareView, isCancellationPeriodOver } from './declare-view.tsx';
import { type BannerContent, bannerTone, RefundBanner } from './refund-banner.tsx';
import { RefundForm } from './refund-form.tsx';
import { RefundPolicy } from './refund-policy.tsx';
import { ReturnView } from './return-view.tsx';
import '#styles/order-screens.scss';

/** The total of the refund page has a dollar sign, not the shopper's currency: the owner's requirement. */
const dollars = { currencySymbol: '$', currencyRate: 1 } as const;

const OrderDetails = ({ order: { billingInfo, status, overallTotal, voucher } }: { readonly order: Order }) => {
  const { t, i18n } = useTranslation('refund');
  const money = usePaidMoney();
  return (
    <section className="refund-order" aria-labelledby="refund-order">
      <h2 id="refund-order">{t('order.heading')}</h2>
      <dl>
        <Fact term={t('order.customer')}>{fullName(billingInfo)}</Fact>
        <Fact term={t('order.status')} valueClass="refund-status">
          {status}
        </Fact>
        <Fact term={t('order.paid')}>{money(pence(overallTotal))}</Fact>
        <Fact term={t('order.total')} valueClass="refund-total">
          {formatPrice(pence(overallTotal), dollars, i18n.language)}
        </Fact>
      </dl>
      {voucher && <p className="quiet">{t('order.voucher', { code: voucher.code })}</p>}
    </section>
  );
};

/** Offers, beside the request, to cancel by a declaration, which needs no reason. */
const CancelInstead = ({ order }: { readonly order: Order }) => {
  const { t } = useTranslation('refund');
  const { _id, cancellable } = order;
  if (!cancellable || isCancellationPeriodOver(cancellable)) return null;
  return (
    <section className="refund-order" aria-labelledby="cancel-instead">
      <h2 id="cancel-instead">{t('declare.instead')}</h2>
      <p>{t('declare.insteadText', { days: daysToCancel })}</p>
      <Link className="btn btn-outline-primary" to={paths.returnOf(_id, 'cancel')}>
        {t('declare.begin')}
      </Link>
    </section>
  );
};

/** The banner's content and a React key, so that a repeated message is announced again. */
const useBanner = () => {
  const [banner, setBanner] = useState<{ readonly key: number; readonly content: BannerContent }>();
  const showBanner = (content: BannerContent) => setBanner((previous) => ({ key: (previous?.key ?? 0) + 1, content }));
  /** A message about a mistake goes when it is being corrected. */
  const clearProblem = () => setBanner((shown) => (shown && bannerTone(shown.content.message) === 'success' ? shown : undefined));
  return { banner, showBanner, clearProblem };
};

/**
 * Finds an order and asks for a refund of it. The search is submitted by its URL, as forms of method GET are: `?order=`, as in emails, is its submitted
 * state, also after a reload and Back.
 */
const RefundPortal = ({ headingRef }: { readonly headingRef: Ref<HTMLHeadingElement> }) => {
  const { t } = useTranslation('refund');
  const { t: common } = useTranslation('common');
  const [query] = useSearchParams();
  const navigate = useNavigateWhileHere();
  const id = query.get('order')?.trim() ?? '';
  const { currentData: order, error: cause, isFetching, refetch } = useRefundOrderQuery(id === '' ? skipToken : id);
  const { banner, showBanner, clearProblem } = useBanner();
  const form = useForm({
    texts: { orderId: id },
    validate: ({ orderId }) => (orderId.trim() === '' ? { orderId: t('errors.id') } : {}),
  });
  const [submittedId, setSubmittedId] = useState(id);
  /** The search that was submitted. The order is refetched without one, too, e.g. when the connection returns; that is not announced. */
  const [search, setSearch] = useState<'running' | 'found' | 'failed'>('running');
  const isSearching = id !== '' && search === 'running';
  // Back and Forward change the URL alone. What was typed before hydration stays.
  if (id !== submittedId) {
    setSubmittedId(id);
    setSearch('running');
    form.setValues({ orderId: id });
  }

  const isUnanswered = isSearching || (search === 'failed' && !cause);
  const announce = useEffectEvent(() => {
    setSearch(cause ? 'failed' : 'found');
    if (!cause) return showBanner({ message: t('messages.found') });
    const error = asApiError(cause);
    // The same message for every failure, with what to do about it.
    const details = [error.status === 404 ? t('messages.notFoundHint') : failureText(common, error)];
    return showBanner({ message: t('messages.notFound'), details });
  });
  useEffect(() => {
    if (isUnanswered && !isFetching) announce();
  }, [isUnanswered, isFetching]);

  const submit = ({ orderId }: typeof form.values) => {
    const typed = orderId.trim();
    if (typed === id) {
      void refetch();
      setSearch('running');
    } else void navigate(paths.refundOf(typed), { preventScrollReset: true });
  };
  /** Another id is typed: neither an order nor what was said of it is shown that a search by it might not find. */
  const isOther = form.values.orderId.trim() !== id;
  /** After a failure that nobody's search caused, the order stays, with what was typed about it and the pictures. */
  const isShown = !cause || (search === 'found' && asApiError(cause).status !== 404);

  return (
    <>
      <h1 ref={headingRef} tabIndex={-1}>
        {t('heading')}
      </h1>
      <p className="status-lead">{t('lead')}</p>
      <div className="refund-columns">
        <div className="refund-main" onChange={clearProblem}>
          <section aria-labelledby="refund-search">
            <h2 id="refund-search">{t('search.heading')}</h2>
            <form
              method="post"
              noValidate
              className="look-up"
              onSubmit={(event) => {
                event.preventDefault();
                if (isSearching && !isOther) return;
                if (form.values.orderId.trim() === '') showBanner({ message: t('messages.emptyId') });
                form.submit(submit)(event);
              }}
            >
              <Field {...form.field('orderId')} label={t('search.label')} hint={t('search.hint')} enterKeyHint="search" isCode />
              <SubmitButton isBusy={isSearching}>{isSearching ? t('search.busy') : t('search.button')}</SubmitButton>
            </form>
          </section>
          {banner && !isSearching && !(isOther && bannerTone(banner.content.message) === 'success') && (
            <RefundBanner key={banner.key} content={banner.content} />
          )}
          {order && isShown && (
            <div className="refund-main" hidden={isOther}>
              <OrderDetails order={order} />
              <CancelInstead order={order} />
              <RefundForm key={order._id} order={order} showBanner={showBanner} />
            </div>
          )}
        </div>
        <RefundPolicy />
      </div>
    </>
  );
};

/** The refund portal, with the order of `?order=`; `?return=new` begins a return of it, `cancel` a cancellation, `sheet` prints one. */
export const RefundScreen = () => {
  const [query] = useSearchParams();
  const requested = query.get('return');
  const view = requested === 'new' || requested === 'sheet' || requested === 'cancel' ? requested : 'portal';
  const headingRef = useViewHeading(view);
  const id = query.get('order')?.trim() ?? '';
  return (
    <div className="container-xl refund-page">
      <ScreenTitle name="refund" />
      {view === 'portal' && <RefundPortal headingRef={headingRef} />}
      {view === 'cancel' && <DeclareView key={id} orderId={id} headingRef={headingRef} />}
      {(view === 'new' || view === 'sheet') && <ReturnView key={id} orderId={id} isSheet={view === 'sheet'} headingRef={headingRef} />}
    </div>
  );
};
