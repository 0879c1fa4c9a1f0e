import type { Order } from '#contract/order.ts';
import type { RefundReceipt, RefundRequest } from '#contract/refund.ts';
import type { Outcome } from './refund-calls.ts';

// Fetched when the first call is made: the client has no place in a first view.
const load = () => import('./refund-calls.ts');

const unreachable = { error: { status: 'network' } } as const;

/** `findRefundOrder`, also where its code cannot be fetched. */
export const findOrder = (orderId: string): Promise<Outcome<Order>> =>
  load().then(
    (calls) => calls.findRefundOrder(orderId),
    () => unreachable,
  );

/** `sendRefundRequest`, also where its code cannot be fetched. */
export const sendRequest = (
  request: RefundRequest,
  pictures: readonly File[],
  onProgress: (share: number) => void,
): Promise<Outcome<RefundReceipt>> =>
  load().then(
    (calls) => calls.sendRefundRequest(request, pictures, onProgress),
    () => unreachable,
  );
