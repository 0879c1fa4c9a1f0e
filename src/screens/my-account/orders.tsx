import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePrices } from '#blocks/price/use-prices.ts';
import { Reorder } from '#blocks/reorder/reorder.tsx';
import type { User } from '#contract/account.ts';
import { pence } from '#contract/money.ts';
import type { Order } from '#contract/order.ts';
import { useSession } from '#features/account/session.ts';
import { useOrdersQuery } from '#features/account/use-orders.ts';
import { paths } from '#shared/paths.ts';
import { EmptyNote } from '#shared/ui/empty-note.tsx';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { dateOf } from '#shared/when.ts';
import { useStatusWords } from './use-status-words.ts';

type Item = Order['items'][number];

const itemName = ({ product, variation, color, size }: Item): string =>
  [product.name, variation?.name, color, size].filter((part) => part).join(', ');

const addressOf = ({ billingInfo: { firstName, lastName, streetAddress, city, postalCode } }: Order): string =>
  [`${firstName} ${lastName}`.trim(), streetAddress, city, postalCode].filter((part) => part !== '').join(', ');

/** What was ordered, at which price, and where it went. */
const Details = ({ order }: { readonly order: Order }) => {
  const { t } = useTranslation('account');
  const { money } = usePrices();
  const sums = [
    { words: t('orders.goods'), amount: order.goodsTotal },
    { words: t('orders.delivery'), amount: order.deliveryTotal },
  ];
  return (
    <div className="my-order-details">
      <ul>
        {order.items.map((item) => (
          <li key={item._id}>
            <Link to={paths.product(item.product._id)}>{t('orders.line', { quantity: item.quantity, name: itemName(item) })}</Link>
            {item.unitPrice !== undefined && <span>{money(pence(item.unitPrice * item.quantity))}</span>}
          </li>
        ))}
        {sums.map(
          ({ words, amount }) =>
            amount !== undefined && (
              <li key={words} className="quiet">
                {words}
                <span>{money(pence(amount))}</span>
              </li>
            ),
        )}
      </ul>
      <p className="quiet">{t('orders.to', { address: addressOf(order) })}</p>
      <Reorder items={order.items} />
    </div>
  );
};

const OrderCard = ({ order }: { readonly order: Order }) => {
  const { t, i18n } = useTranslation('account');
  const { money } = usePrices();
  const statusWords = useStatusWords();
  const [isOpen, setIsOpen] = useState(false);
  const id = `order-${order._id}`;
  return (
    <li className="my-order">
      <article aria-labelledby={id}>
        <header>
          <h3 id={id}>{t('orders.name', { date: dateOf(order.createdAt, i18n.resolvedLanguage ?? 'en') })}</h3>
          <strong className="my-order-state">{statusWords(order.status)}</strong>
        </header>
        <dl>
          <div>
            <dt>{t('orders.id')}</dt>
            <dd>{order._id}</dd>
          </div>
          <div>
            <dt>{t('orders.total')}</dt>
            <dd>{money(pence(order.overallTotal))}</dd>
          </div>
        </dl>
        <div className="account-ways">
          <Link to={paths.orderStatusOf(order._id)}>{t('orders.follow')}</Link>
          {order.status !== 'pending' && <Link to={paths.refundOf(order._id)}>{t('orders.refund')}</Link>}
          <button type="button" className="btn btn-link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? t('orders.hide') : t('orders.show')}
            <Icon name={isOpen ? 'up' : 'down'} />
          </button>
        </div>
        {isOpen && <Details order={order} />}
      </article>
    </li>
  );
};

const OrderList = ({ user, onRetry }: { readonly user: User; readonly onRetry: () => void }) => {
  const { t } = useTranslation(['account', 'common']);
  const { data, error, isError, isLoading } = useOrdersQuery(user._id);
  const { check } = useSession();
  const look = useRef(check);
  const isOver = typeof error === 'object' && error !== null && 'status' in error && error.status === 401;
  useEffect(() => {
    if (isOver) void look.current();
  }, [isOver]);
  if (!data && isError) return <FailureNote error={{ status: 'network' }} onRetry={onRetry} isBusy={isLoading} />;
  if (!data) return <Spinner label={t('common:loading')} />;
  if (data.length === 0)
    return <EmptyNote heading={t('orders.empty')} text={t('orders.emptyText')} button={t('overview.browse')} to={paths.shop} />;
  return (
    <ul className="my-orders">
      {data.map((order) => (
        <OrderCard key={order._id} order={order} />
      ))}
    </ul>
  );
};

/** Every order of this user, the newest first: to follow, to order again, to send back. */
export const Orders = ({ user }: { readonly user: User }) => {
  const [attempt, setAttempt] = useState(0);
  return <OrderList key={attempt} user={user} onRetry={() => setAttempt(attempt + 1)} />;
};
