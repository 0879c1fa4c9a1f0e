import type { ComponentProps } from 'react';
import { AlertByLink } from './alert-by-link.tsx';
import { StockAlertForm } from './stock-alert-form.tsx';
import { WriteReview } from './write-review.tsx';

type FormProps =
  | ({ readonly form: 'review' } & ComponentProps<typeof WriteReview>)
  | ({ readonly form: 'stock-alert' } & ComponentProps<typeof StockAlertForm>)
  | ({ readonly form: 'alert-by-link' } & ComponentProps<typeof AlertByLink>);

/** The page of a review, the form for a mail about stock, or the dialog of a link in such a mail. */
export const Form = (props: FormProps) => {
  if (props.form === 'review') return <WriteReview {...props} />;
  if (props.form === 'stock-alert') return <StockAlertForm {...props} />;
  return <AlertByLink {...props} />;
};
