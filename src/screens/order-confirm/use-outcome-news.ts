import { useLayoutEffect, useRef, useState } from 'react';
import type { WatchedOrder } from '#features/orders/use-order-watch.ts';

/** Changes whenever the page says something else of the order; empty until it says anything. */
const stageOf = ({ order, error, hasGivenUp }: WatchedOrder): string => {
  if (order) return [order.status, order.payment, order.cancellation?.by, hasGivenUp].join();
  return error ? `${error.status} ${error.code}` : '';
};

/**
 * The heading of what becomes known while the page is open, for a live region. The focus stays where the shopper is; the heading takes it if
 * what had it is gone.
 */
export const useOutcomeNews = (watched: WatchedOrder) => {
  const stage = stageOf(watched);
  const pageRef = useRef<HTMLDivElement>(null);
  const stageRef = useRef(stage);
  const [news, setNews] = useState('');
  useLayoutEffect(() => {
    const isNews = stageRef.current !== '' && stageRef.current !== stage;
    stageRef.current = stage;
    const heading = pageRef.current?.querySelector('h1');
    if (!isNews || !heading) return;
    setNews(heading.textContent);
    if (document.activeElement === document.body) heading.focus({ preventScroll: true });
  }, [stage]);
  return { pageRef, news };
};
