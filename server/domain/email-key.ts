/** An email address as it is compared: no mailbox in use distinguishes case, although RFC 5321 allows it before the "@". */
export const emailKeyOf = (email: string): string => email.trim().toLowerCase();
