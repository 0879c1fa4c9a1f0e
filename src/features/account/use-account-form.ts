import { type FormSchema, fieldErrors } from '#shared/ui/field-errors.ts';
import { type FormSetup, type FormValues, useForm } from '#shared/ui/use-form.ts';
import { useSending } from '#shared/ui/use-sending.ts';
import { useFailureMessage, useFieldMessages } from './use-messages.ts';

type AccountFormSetup<Text extends string, Box extends string> = Omit<FormSetup<Text, Box>, 'validate'> & {
  readonly schema: FormSchema;
  /** What `schema` validates: the form's values by default. */
  readonly toInput?: (values: NoInfer<FormValues<Text, Box>>) => Readonly<Record<string, unknown>>;
  /** The field `password` chooses a new one. */
  readonly isNewPassword?: boolean;
};

/** The state of an `AccountForm`. */
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
