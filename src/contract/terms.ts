/** Days from receipt, from dispatch for what has not arrived, from delivery for resellers. */
export const refundDays = { damaged: 7, notArrived: 10, changedMind: 14, resellerIssue: 3 } as const;

/** UK law: a buyer may cancel within so many days of receiving the goods, without a reason. */
export const daysToCancel = 14;

/** Consumer Contracts Regulations 2013, regulation 35: to send cancelled goods back after saying so. Regulation 34: to be paid back. */
export const daysToSendBack = 14;
export const daysToPayBack = 14;

/** Consumer Rights Act 2015, section 22: to reject goods that are not as they must be. Section 28: the longest that delivery may take. */
export const daysToReject = 30;
export const daysToDeliver = 30;
