/** Spec 9, refund policy windows shown to users: days from receipt, from dispatch for what has not arrived, from delivery for resellers. */
export const refundDays = { damaged: 7, notArrived: 10, changedMind: 14, resellerIssue: 3 } as const;

/** UK law: a buyer may cancel within so many days of receiving the goods, without a reason. */
export const daysToCancel = 14;
