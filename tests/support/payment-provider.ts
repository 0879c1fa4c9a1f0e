import { type DisputeEvent, type PaymentEvent, type PaymentProvider, type RefundEvent, UnclearRefund } from '#server/payments/provider.ts';
import { aKey } from '#tests/support/orders.ts';

/**
 * A payment provider in memory that keeps its own books, as the real one does: it refunds no more than is left of a payment, once per id, and
 * its events can be delivered whenever the test likes. The buyer may pay twice; refunds in the dashboard and disputes are about the first payment.
 */
export const aPaymentProvider = () => {
  const payment = `pi_${aKey()}`;
  const paid = new Map<string, number>();
  let held = 0;
  let refusal: string | undefined;
  let isAnswerLost = false;
  const refunds: RefundEvent[] = [];
  const refundedOf = (which: string): number =>
    refunds.filter(({ state, payment: of }) => state === 'done' && of === which).reduce((total, { amount }) => total + amount, 0);
  const left = (which = payment): number => (paid.get(which) ?? 0) - refundedOf(which) - (which === payment ? held : 0);
  const make = (id: string | undefined, amount: number, of = payment): RefundEvent => {
    const refund: RefundEvent = { kind: 'refund', reference: `re_${aKey()}`, payment: of, id, amount, state: 'done', reason: '' };
    refunds.push(refund);
    return refund;
  };
  const payments: PaymentProvider = {
    name: 'stripe',
    takesMoney: true,
    open: async ({ attempt }) => ({ sessionId: `cs_${payment}_${attempt}`, url: 'https://pay.test/' }),
    methods: [],
    minPence: 30,
    read: async () => undefined,
    close: async () => undefined,
    pendingEvents: async () => [],
    findSetupProblems: undefined,
    parseWebhook: () => undefined,
    refund: async ({ id, amount, payment: of }) => {
      const earlier = refunds.find((refund) => refund.id === id);
      if (earlier) return earlier;
      if (refusal !== undefined) throw new Error(refusal);
      if (amount > left(of)) throw new Error(`Refund amount is greater than the ${left(of)} that are left.`);
      const made = make(id, amount, of);
      if (isAnswerLost) throw new UnclearRefund('The answer was lost.');
      return made;
    },
    listRefunds: async (of) => refunds.filter((refund) => refund.payment === of),
  };
  return {
    payments,
    /** The event of the buyer's payment, or of another one. */
    pay: (sessionId: string, amount: number, reference = payment): PaymentEvent => {
      paid.set(reference, amount);
      return { eventId: aKey(), sessionId, outcome: 'paid', amount, reference };
    },
    /** What has gone back of a payment, in pence. */
    refunded: (which = payment): number => refundedOf(which),
    /** What can still be refunded of the first payment. */
    left: (): number => left(),
    /** From now on, refunds of the shop are refused with this reason; `undefined` ends that. */
    refuse: (reason: string | undefined): void => {
      refusal = reason;
    },
    /** How the next refunds of the shop are answered. A `lost` one is made, but its answer does not arrive. */
    answer: (how: string): void => {
      refusal = how === 'refused' ? 'Insufficient funds.' : undefined;
      isAnswerLost = how === 'lost';
    },
    /** A refund that the seller makes in the dashboard; returns its event. */
    refundInDashboard: (amount: number): RefundEvent => make(undefined, amount),
    /** The buyer's bank sends the last refund back; returns the event. */
    bankReturns: (which = refunds.findLastIndex(({ state }) => state === 'done')): RefundEvent => {
      const refund = refunds[which];
      if (!refund) throw new Error('There is no refund to return.');
      const failed: RefundEvent = { ...refund, state: 'failed', reason: 'failed (account closed)' };
      refunds[which] = failed;
      return failed;
    },
    /** The state of the payment's dispute; returns the event. */
    dispute: (state: DisputeEvent['state'], amount: number): DisputeEvent => {
      held = state === 'held' || state === 'done' ? amount : 0;
      return { kind: 'dispute', reference: `du_${payment}`, payment, amount, state, reason: 'fraudulent' };
    },
    refunds: (): readonly RefundEvent[] => refunds,
  };
};
