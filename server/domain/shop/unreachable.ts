/** Top-level and other domains that are reserved, so that nobody gets mail there (RFC 2606, RFC 6761). */
const reservedDomain = /[@.](?:test|example|invalid|localhost|example\.(?:com|net|org))\.?>?$/i;

/** Whether nobody gets mail at this address. */
export const isUnreachable = (address: string): boolean => reservedDomain.test(address.trim());
