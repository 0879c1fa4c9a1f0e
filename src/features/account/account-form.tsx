import type { FormEvent, ReactNode } from 'react';
import { FormSummary } from '#shared/ui/form-summary.tsx';
import type { FormProblems } from '#shared/ui/use-form.ts';

type AccountFormProps<Values> = {
  readonly form: FormProblems & { readonly submit: (send: (values: Values) => unknown) => (event: FormEvent) => void };
  /** From `useSending` or `useUpdate`. */
  readonly sending: { readonly clear: () => void; readonly message: string | undefined };
  /** Sends valid values. */
  readonly onSend: (values: Values) => unknown;
  /** At every submit, before validation. */
  readonly onSubmit?: () => void;
  readonly onChange?: () => void;
  readonly heading?: ReactNode;
  /** A link or button in the error summary, after a failure. */
  readonly remedy?: ReactNode;
  readonly children: ReactNode;
};

/** A form of the account: error summary, then the fields; validated by `form` instead of by the browser. */
export const AccountForm = <Values,>({
  form,
  sending,
  onSend,
  onSubmit,
  onChange,
  heading,
  remedy,
  children,
}: AccountFormProps<Values>) => (
  <form
    // Submitted before hydration, a GET form would put the password into the URL.
    method="post"
    noValidate
    className="account-form"
    onChange={onChange}
    onSubmit={(event) => {
      sending.clear();
      onSubmit?.();
      form.submit(onSend)(event);
    }}
  >
    {heading}
    <FormSummary form={form} message={sending.message}>
      {remedy}
    </FormSummary>
    {children}
  </form>
);
