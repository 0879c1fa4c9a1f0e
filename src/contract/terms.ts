/** In days: `damaged` and `changedMind` from receipt, `notArrived` from dispatch, `resellerIssue` from delivery. */
export const refundDays = { damaged: 7, notArrived: 10, changedMind: 14, resellerIssue: 3 } as const;

export const refundCases = Object.keys(refundDays) as (keyof typeof refundDays)[];

/** UK law: a buyer may cancel within this many days of receiving the goods, without a reason. */
export const daysToCancel = 14;

/** Consumer Contracts Regulations 2013: days to return goods after cancelling (regulation 35), and to refund them (34). */
export const daysToSendBack = 14;
export const daysToRefund = 14;

/** Consumer Rights Act 2015: days to reject faulty goods (section 22), and the maximum for delivery (section 28). */
export const daysToReject = 30;
export const daysToDeliver = 30;

/** In working days, within which banks usually show money that was paid back to a card: information. */
export const bankDays = 10;

/** Largest numbers of working days, of the seller, the courier and the maker of one product. */
export const maxDeliveryDays = { dispatch: 60, courier: 30, making: 250 } as const;
