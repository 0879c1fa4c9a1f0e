type Message = {
  /** The provider's send URL. */
  readonly sendUrl: string;
  /** The seller's number with its country code, written as people write it. */
  readonly phone: string;
  readonly text: string;
};

/** The address that opens a message in the messaging app: number and text go as query parameters. */
export const messagingLink = ({ sendUrl, phone, text }: Message): string => {
  const link = new URL(sendUrl);
  link.searchParams.set('phone', phone.replace('(0)', '').replaceAll(/\D/g, ''));
  link.searchParams.set('text', text);
  // A plus is a space in forms only, and not every app takes it for one.
  link.search = link.search.replaceAll('+', '%20');
  return link.href;
};
