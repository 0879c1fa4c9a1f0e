type Message = {
  /** The provider's send URL. */
  readonly sendUrl: string;
  /** With country code, in any notation: "+44 (0)20 ...". */
  readonly phone: string;
  readonly text: string;
};

/** The address that opens a message in the messaging app: number and text go as query parameters. */
export const messagingLink = ({ sendUrl, phone, text }: Message): string => {
  const link = new URL(sendUrl);
  link.searchParams.set('phone', phone.replace('(0)', '').replaceAll(/\D/g, ''));
  link.searchParams.set('text', text);
  // `URLSearchParams` encodes a space as +, which not every app decodes.
  link.search = link.search.replaceAll('+', '%20');
  return link.href;
};
