const emailAddress = /[^\s<>@"'(),;:]+@[^\s<>@"'(),;:]+/g;

/** Replaces e-mail addresses in a text for the log. */
export const redact = (text: string): string => text.replaceAll(emailAddress, '[address]');
