import { type FormEvent, type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { accountLimits } from '#contract/account-forms.ts';
import type { ApiError } from '#shared/api/api-error.ts';
import { FormSummary } from '#shared/ui/form-summary.tsx';
import {
  type FormProblems,
  type FormSchema,
  type FormSetup,
  type FormValues,
  fieldErrors,
  useForm,
  type ValidationIssue,
} from '#shared/ui/use-form.ts';
import { useSending } from '#shared/ui/use-sending.ts';

const secondsPerMinute = 60;

/** Formats a waiting time in seconds; from two minutes on in whole minutes. */
export const useFormatWait = () => {
  const { t } = useTranslation('account');
  return (seconds: number): string =>
    seconds < 2 * secondsPerMinute
      ? t('wait.seconds', { count: seconds })
      : t('wait.minutes', { count: Math.ceil(seconds / secondsPerMinute) });
};

/** Makes the validation messages of the account's forms, for `fieldErrors`. `isNewPassword`: the field `password` chooses a new one. */
export const useFieldMessages = ({ isNewPassword = false } = {}) => {
  const { t } = useTranslation('account');
  const { min, max } = accountLimits.password;

  const newPasswordMessage = (issue: ValidationIssue): string => {
    if (issue === 'empty') return t('errors.newPassword');
    return issue === 'long' ? t('errors.passwordLong', { max }) : t('errors.passwordShort', { min });
  };

  return (name: string, issue: ValidationIssue): string => {
    switch (name) {
      case 'email':
        return issue === 'empty' ? t('errors.email') : t('errors.emailWrong');
      case 'password':
      case 'currentPassword':
        if (isNewPassword && name === 'password') return newPasswordMessage(issue);
        return issue === 'empty' ? t('errors.password') : t('errors.passwordLong', { max });
      case 'code':
        return issue === 'empty' ? t('errors.code') : t('errors.codeWrong');
      case 'oneTimeCode':
        return issue === 'empty' ? t('errors.oneTimeCode') : t('errors.oneTimeCodeWrong');
      case 'acceptsTerms':
        return t('errors.terms');
      case 'phone':
        if (issue === 'empty') return t('errors.phone');
        return issue === 'wrong' ? t('errors.phoneWrong') : t('errors.long');
      case 'streetAddress':
        return issue === 'empty' ? t('errors.street') : t('errors.long');
      case 'city':
        return issue === 'empty' ? t('errors.city') : t('errors.long');
      case 'postalCode':
        return issue === 'empty' ? t('errors.postalCode') : t('errors.long');
      case 'firstName':
      case 'lastName':
        return issue === 'empty' ? t('errors.firstName') : t('errors.nameLong', { max: accountLimits.name });
      default:
        return t('errors.long');
    }
  };
};

/** Makes the message of a failed user call: the server's own, how long to wait after too many tries, or that it cannot be reached. */
export const useFailureMessage = () => {
  const { t } = useTranslation('account');
  const formatWait = useFormatWait();
  return ({ status, message, retryAfterSeconds }: ApiError): string => {
    if (status === 429 && retryAfterSeconds !== undefined) return t('failure.locked', { wait: formatWait(retryAfterSeconds) });
    return message ?? (status === 'network' ? t('failure.network') : t('failure.other'));
  };
};

type AccountFormSetup<Text extends string, Box extends string> = Omit<FormSetup<Text, Box>, 'validate'> & {
  readonly schema: FormSchema;
  /** What `schema` validates: the form's values by default. */
  readonly toInput?: (values: NoInfer<FormValues<Text, Box>>) => Readonly<Record<string, unknown>>;
  /** The field `password` chooses a new one. */
  readonly isNewPassword?: boolean;
};

export const useAccountForm = <Text extends string, Box extends string = never>({
  schema,
  toInput = (values) => values,
  isNewPassword = false,
  ...setup
}: AccountFormSetup<Text, Box>) => {
  const toMessage = useFieldMessages({ isNewPassword });
  const form = useForm<Text, Box>({ ...setup, validate: (values) => fieldErrors(schema, toInput(values), toMessage) });
  return { form, sending: useSending(form, useFailureMessage()) };
};

/** The email address that another screen passed in the history state; never in a URL, which ends up in logs. */
export const carriedEmail = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string' ? state.email : undefined;

/** Fills in the passed email address after hydration: the server does not know the history state. */
export const useCarriedEmail = (state: unknown, setValues: (values: { readonly email: string }) => void): void => {
  const email = carriedEmail(state);
  const fill = useEffectEvent((carried: string) => setValues({ email: carried }));
  useEffect(() => {
    if (email) fill(email);
  }, [email]);
};

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
