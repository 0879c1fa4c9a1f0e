/** A mail address as it is compared. Case counts in theory before the "@", but in no mailbox that a shopper has. */
export const emailKeyOf = (email: string): string => email.trim().toLowerCase();
