import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Order, OrderPayload } from '#contract/order.ts';
import type { ApiError } from '#shared/api/api-error.ts';
import { watchPageReturn } from '#shared/page-return.ts';
import { attemptAt, attemptedOrder, forgetAttempt, isAttemptAt, keepAttempt, type OrderAttempt, readAttempt } from './order-attempt.ts';
import { useOrder } from './use-order.ts';

/**
 * The attempt to order the cart, or one product, and the order that came of it. That order is asked after when the page opens and whenever it is
 * seen again, and nothing may be ordered before the answer: `isKnown`. `isNew` when the shopper has just chosen to buy, so that what was
 * paid before is over.
 */
export const useAttempt = (of: string, isNew: boolean) => {
  // The page remembers it by itself as well: another page of the browser may have emptied the store meanwhile.
  const last = useRef<OrderAttempt>(undefined);
  const [asked, setAsked] = useState('');
  /** The order as this page has just placed it: nothing needs to be asked about that. */
  const [placed, setPlaced] = useState<Order>();
  /** The paid order that the shop refused to place again. */
  const [refused, setRefused] = useState('');
  /** The paid order that the shopper wants once more. */
  const [again, setAgain] = useState('');
  const { order: found, error, isLoading, refetch } = useOrder(asked);

  const isAsked = asked !== '' && !placed;
  const order = placed ?? (isAsked ? found : undefined);
  const failure: ApiError | undefined = isAsked && !isLoading && error && error.status !== 404 ? error : undefined;
  const isPaid = order !== undefined && order.status !== 'pending';

  const look = () => {
    const id = attemptedOrder(last.current);
    setPlaced(undefined);
    setAsked(id);
    if (id !== '' && id === asked) refetch();
  };

  useEffect(() => {
    const kept = readAttempt(of);
    const isOver = isNew && kept?.isPaid === true;
    if (isOver) forgetAttempt(kept);
    last.current = isOver ? undefined : kept;
    setAsked(attemptedOrder(last.current));
  }, [of, isNew]);

  const lookAgain = useEffectEvent(() => {
    last.current = readAttempt(of) ?? last.current;
    // At once, so that nothing can be pressed before it is known what there is to pay for.
    flushSync(look);
  });
  useEffect(() => watchPageReturn({ onReturn: () => lookAgain() }), []);

  useEffect(() => {
    if (!isAsked || error?.status !== 404) return;
    if (last.current) forgetAttempt(last.current);
    last.current = undefined;
    setAsked('');
  }, [isAsked, error]);

  const held = () => (isPaid ? '' : attemptedOrder(last.current));
  return {
    order,
    /** The order's id once it is paid. */
    paidId: isPaid ? order._id : '',
    isChecking: isAsked && isLoading,
    /** Why it could not be found out what became of the order. */
    failure,
    isKnown: !(isAsked && isLoading) && failure === undefined,
    check: look,
    isRefused: isPaid && refused === order._id,
    again,
    /** Nothing more is ordered here before the shopper says so. */
    isOver: isPaid && order._id !== again,
    /** Does an unpaid order keep its goods? */
    isHeld: () => held() !== '',
    isLast: (payload: OrderPayload) => isAttemptAt(last.current, payload),
    /** The key that goes with this content, and the order whose place it takes. */
    begin: (payload: OrderPayload): OrderAttempt => {
      last.current = attemptAt(payload, of, last.current, held());
      keepAttempt(last.current);
      return last.current;
    },
    /** An order came of it. */
    notePlaced: (made: Order) => {
      if (last.current) {
        last.current = { ...last.current, orderId: made._id };
        keepAttempt(last.current);
      }
      setPlaced(made);
    },
    /** The shop placed nothing, because this order is paid, or about to be. */
    noteRefused: (orderId: string) => {
      if (last.current) last.current = { ...last.current, orderId };
      setRefused(orderId);
      look();
    },
    /** The shopper wants the paid order once more. */
    wantAgain: () => {
      setRefused('');
      setAgain(order?._id ?? '');
    },
    forget: () => {
      if (last.current) forgetAttempt(last.current);
      last.current = undefined;
    },
  };
};

export type Attempt = ReturnType<typeof useAttempt>;
