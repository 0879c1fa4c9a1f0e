/** An email address as it is compared: no mailbox in use distinguishes case, although RFC 5321 allows it before the "@". */
export const emailKeyOf = (email: string): string => email.trim().toLowerCase();

const emailAddress = /[^\s<>@"'(),;:]+@[^\s<>@"'(),;:]+/g;

/** Replaces email addresses in a text for the log. */
export const redact = (text: string): string => text.replaceAll(emailAddress, '[address]');
