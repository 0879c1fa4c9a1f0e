type PersonName = { readonly firstName?: string | undefined; readonly lastName?: string | undefined };

/** First and last name of somebody, who may have one only. */
export const fullName = ({ firstName = '', lastName = '' }: PersonName): string => `${firstName} ${lastName}`.trim();
