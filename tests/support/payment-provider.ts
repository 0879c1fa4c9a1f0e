import { type DisputeEvent, type PaymentEvent, type PaymentProvider, type RefundEvent, UnclearRefund } from '#server/payments/provider.ts';
import { aKey } from '#tests/support/orders.ts';

/**
 * A payment provider in memory that keeps its own books, as the real one does: it refunds no more than is left of a payment, once per id, and
 * its events can be delivered whenever the test likes. It has one payment.
 */
export const aPaymentProvider = () => {
  const payment = `pi_${aKey()}`;
  let paid = 0;
  let held = 0;
  let refusal: string | undefined;
  let isAnswerLost = false;
  const refunds: RefundEvent[] = [];
  const refunded = (): number => refunds.filter(({ state }) => state === 'done').reduce((total, { amount }) => total + amount, 0);
  const left = (): number => paid - refunded() - held;
  const make = (id: string | undefined, amount: number): RefundEvent => {
    const refund: RefundEvent = { kind: 'refund', reference: `re_${aKey()}`, payment, id, amount, state: 'done', reason: '' };
    refunds.push(refund);
    return refund;
  };
  const payments: PaymentProvider = {
    name: 'stripe',
    open: async () => ({ sessionId: `cs_${payment}`, url: 'https://pay.test/' }),
    methods: [],
    minPence: 30,
    read: async () => undefined,
    close: async () => undefined,
    pendingEvents: async () => [],
    findSetupProblems: undefined,
    parseWebhook: () => undefined,
    refund: async ({ id, amount }) => {
      const earlier = refunds.find((refund) => refund.id === id);
      if (earlier) return earlier;
      if (refusal !== undefined) throw new Error(refusal);
      if (amount > left()) throw new Error(`Refund amount is greater than the ${left()} that are left.`);
      const made = make(id, amount);
      if (isAnswerLost) throw new UnclearRefund('The answer was lost.');
      return made;
    },
    listRefunds: async () => [...refunds],
  };
  return {
    payments,
    /** The event of the buyer's payment. */
    pay: (sessionId: string, amount: number): PaymentEvent => {
      paid = amount;
      return { eventId: aKey(), sessionId, outcome: 'paid', amount, reference: payment };
    },
    /** What has gone back of the payment, in pence. */
    refunded,
    /** What can still be refunded. */
    left,
    /** From now on, refunds of the shop are refused with this reason; `undefined` ends that. */
    refuse: (reason: string | undefined): void => {
      refusal = reason;
    },
    /** How the next refunds of the shop are answered: `lost` ones are made. */
    answer: (how: string): void => {
      refusal = how === 'refused' ? 'Insufficient funds.' : undefined;
      isAnswerLost = how === 'lost';
    },
    /** A refund that the seller makes in the dashboard; gives its event. */
    refundInDashboard: (amount: number): RefundEvent => make(undefined, amount),
    /** The buyer's bank sends the last refund back; gives the event. */
    bankReturns: (which = refunds.findLastIndex(({ state }) => state === 'done')): RefundEvent => {
      const refund = refunds[which];
      if (!refund) throw new Error('There is no refund to return.');
      const failed: RefundEvent = { ...refund, state: 'failed', reason: 'failed (account closed)' };
      refunds[which] = failed;
      return failed;
    },
    /** The state of the payment's dispute; gives the event. */
    dispute: (state: DisputeEvent['state'], amount: number): DisputeEvent => {
      held = state === 'held' || state === 'done' ? amount : 0;
      return { kind: 'dispute', reference: `du_${payment}`, payment, amount, state, reason: 'fraudulent' };
    },
    refunds: (): readonly RefundEvent[] => refunds,
  };
};
