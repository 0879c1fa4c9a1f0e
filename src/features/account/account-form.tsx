import type { FormEvent, ReactNode } from 'react';
import { FormSummary } from '#shared/ui/form-summary.tsx';
import type { FormProblems } from '#shared/ui/use-form.ts';

type AccountFormProps<Values> = {
  readonly form: FormProblems & { readonly submit: (send: (values: Values) => Promise<void> | void) => (event: FormEvent) => void };
  /** What `useSend` or `useUpdate` gave: what the server said last, and how to forget it. */
  readonly sending: { readonly forget: () => void; readonly message: string | undefined };
  /** Sends values that nothing is wrong with. */
  readonly onSend: (values: Values) => Promise<void> | void;
  /** At every submit, before anything is checked. */
  readonly onSubmit?: () => void;
  /** At every change of a field. */
  readonly onChange?: () => void;
  readonly heading?: ReactNode;
  /** What else can be done about a failure, inside the summary. */
  readonly remedy?: ReactNode;
  readonly children: ReactNode;
};

/** The frame of every form of the account: checked by us, what is wrong summed up above, fields below. */
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
    // Without the shop's code nothing typed here may end in an address.
    method="post"
    noValidate
    className="account-form"
    onChange={onChange}
    onSubmit={(event) => {
      sending.forget();
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
