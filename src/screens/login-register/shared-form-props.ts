/** What the forms of this screen share: the email address typed last, and where to redirect after signing in. */
export type SharedFormProps = {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly from: string | null;
};
