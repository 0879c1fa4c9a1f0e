/** Where the seller is mailed. `deskUrl`: the URL of the desk, if it is on, for links to its pages; known once the server listens. */
export type SellerMailbox = { readonly sellerAddress: string; readonly deskUrl?: (() => string) | undefined };
