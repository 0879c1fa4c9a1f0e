/** What the forms of this screen share: the address typed last, and where the shopper came from. */
export type Typed = {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly from: string | null;
};
