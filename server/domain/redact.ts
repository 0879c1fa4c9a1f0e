const emailAddress = /[^\s<>@"'(),;:]+@[^\s<>@"'(),;:]+/g;

/** Replaces email addresses in a text for the log. */
export const redact = (text: string): string => text.replaceAll(emailAddress, '[address]');
