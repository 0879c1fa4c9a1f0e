import { type FormEvent, useCallback, useId, useMemo, useRef, useState } from 'react';

type Issue = { readonly path: readonly PropertyKey[]; readonly code?: string | undefined; readonly message: string };

/** The part of a zod schema that is used here. */
export type FormSchema = {
  readonly safeParse: (
    values: unknown,
  ) => { readonly success: true } | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
};

/** Why a value is invalid: it is empty, too long, or anything else. */
export type ValidationIssue = 'empty' | 'long' | 'wrong';

const isEmpty = (value: unknown) => value === undefined || value === false || (typeof value === 'string' && value.trim() === '');

/**
 * The validation errors of a form's values by a zod schema, one message per field. `toMessage` gets the field's name, the issue and the
 * schema's own message, e.g. "common" for a common password. The name of a field within a list is its path, "items.0".
 */
export const fieldErrors = (
  schema: FormSchema,
  values: Readonly<Record<string, unknown>>,
  toMessage: (name: string, issue: ValidationIssue, schemaMessage: string) => string,
): FieldErrors => {
  const parsed = schema.safeParse(values);
  if (parsed.success) return {};
  const errors: Record<string, string> = {};
  for (const { path, code, message } of parsed.error.issues) {
    const name = path.map(String).join('.');
    const issue = isEmpty(values[name]) ? 'empty' : code === 'too_big' ? 'long' : 'wrong';
    errors[name] ??= toMessage(name, issue, message);
  }
  return errors;
};

/** Error messages by field name. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

export type FormValues<Text extends string, Box extends string> = Readonly<Record<Text, string> & Record<Box, boolean>>;

export type FormSetup<Text extends string, Box extends string> = {
  /** Text fields and selects, with their initial values. */
  readonly texts: Readonly<Record<Text, string>>;
  /** Checkboxes, with their initial state. */
  readonly checkboxes?: Readonly<Record<Box, boolean>>;
  /** The initial values are those that were saved: fields that nobody has touched follow what another tab or device saves. */
  readonly isFollowing?: boolean;
  /** Returns the validation errors of these values; `fieldErrors` makes them from a zod schema. */
  readonly validate: (values: NoInfer<FormValues<Text, Box>>) => FieldErrors;
};

const haveSameValues = (one: object, other: object): boolean =>
  Object.entries(one).every(([name, value]) => Reflect.get(other, name) === value);

/** The values with those of `next` where they are still as in `initial`. */
const withNewInitial = <Values extends object>(values: Values, initial: Values, next: Values): Values => ({
  ...values,
  ...Object.fromEntries(Object.entries(next).filter(([name]) => Reflect.get(values, name) === Reflect.get(initial, name))),
});

/**
 * Form state: validates on the first submit and from then on at every change. An error of the server stays at its field until that field
 * changes. A failure never clears a field, and a submit while another is pending is ignored.
 *
 *     const form = useForm({ texts: { email: '' }, checkboxes: { terms: false }, validate });
 *     <form noValidate onSubmit={form.submit(async (values) => { … form.setErrors(error.errors) … })}>
 *       <FormSummary form={form} />
 *       <Field {...form.field('email')} label={t('email')} type="email" autoComplete="email" />
 *       <Checkbox {...form.checkbox('terms')}>{t('terms')}</Checkbox>
 *       <SubmitButton isBusy={form.isBusy}>{t('send')}</SubmitButton>
 *     </form>
 */
export const useForm = <Text extends string, Box extends string = never>({
  texts,
  checkboxes = {} as Record<Box, boolean>,
  isFollowing = false,
  validate,
}: FormSetup<Text, Box>) => {
  const id = useId();
  const [textValues, setTextValues] = useState(texts);
  const [boxValues, setBoxValues] = useState(checkboxes);
  const [initial, setInitial] = useState({ texts, checkboxes });
  const [isValidated, setIsValidated] = useState(false);
  const [serverErrors, setServerErrors] = useState<FieldErrors>({});
  const [isBusy, setIsBusy] = useState(false);
  /** Counts failed submits, so that the summary takes the focus at each. */
  const [failures, setFailures] = useState(0);
  const [hasCrashed, setHasCrashed] = useState(false);
  const isSendingRef = useRef(false);

  if (isFollowing && !haveSameValues({ ...texts, ...checkboxes }, { ...initial.texts, ...initial.checkboxes })) {
    setInitial({ texts, checkboxes });
    setTextValues((before) => withNewInitial(before, initial.texts, texts));
    setBoxValues((before) => withNewInitial(before, initial.checkboxes, checkboxes));
  }

  const values: FormValues<Text, Box> = useMemo(() => ({ ...textValues, ...boxValues }), [textValues, boxValues]);
  const errors: FieldErrors = { ...(isValidated && validate(values)), ...serverErrors };
  const idOf = (name: string) => `${id}${name}`;

  const clearErrors = useCallback(
    (names: readonly string[]) =>
      setServerErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name)))),
    [],
  );
  const setValues = useCallback(
    (some: Readonly<Partial<Record<Text, string>>>) => {
      setTextValues((before) => ({ ...before, ...some }));
      clearErrors(Object.keys(some));
    },
    [clearErrors],
  );
  const fillEmpty = useCallback(
    (some: Readonly<Partial<Record<Text, string>>>) =>
      setTextValues((before) => ({ ...before, ...some, ...Object.fromEntries(Object.entries(before).filter(([, text]) => text !== '')) })),
    [],
  );

  return {
    values,
    /** The values that differ from the initial ones. */
    changes: Object.fromEntries(
      Object.entries({ ...initial.texts, ...initial.checkboxes }).flatMap(([name, value]) => {
        const now = values[name as keyof typeof values];
        return now === value ? [] : [[name, now]];
      }),
    ) as Partial<FormValues<Text, Box>>,
    isBusy,
    failures,
    /** The last `send` rejected: a fault of the shop, which its server's log has. */
    hasCrashed,
    /** The current errors in the order of the fields, each with the id of its control. */
    problems: [...Object.keys(texts), ...Object.keys(checkboxes)].flatMap((name) => {
      const text = errors[name];
      return text === undefined ? [] : [{ name, id: idOf(name), text }];
    }),
    /** The props of a `Field` or a `SelectField`. */
    field: (name: Text) => ({
      id: idOf(name),
      name,
      value: textValues[name],
      error: errors[name],
      onChange: (value: string) => {
        setTextValues((before) => ({ ...before, [name]: value }));
        clearErrors([name]);
      },
    }),
    /** The props of a `Checkbox`. */
    checkbox: (name: Box) => ({
      id: idOf(name),
      name,
      isChecked: boxValues[name],
      error: errors[name],
      onChange: (value: boolean) => {
        setBoxValues((before) => ({ ...before, [name]: value }));
        clearErrors([name]);
      },
    }),
    /** Sets several text fields at once. */
    setValues,
    /** Sets text fields that are still empty; all others keep their value. */
    fillEmpty,
    /** Back to the initial values, without errors. */
    reset: () => {
      setTextValues(texts);
      setBoxValues(checkboxes);
      setServerErrors({});
      setHasCrashed(false);
      setIsValidated(false);
    },
    /** Hides validation errors until the next submit, e.g. because a field was added. */
    pauseValidation: () => setIsValidated(false),
    /** Shows the server's errors at their fields; returns those that belong to no field of this form. */
    setErrors: (byField: FieldErrors = {}): FieldErrors => {
      // The server's name of a nested field is its path, such as "addresses.0.city".
      const fieldOf = (path: string) => path.slice(path.lastIndexOf('.') + 1);
      const isField = (name: string) => Object.hasOwn(texts, name) || Object.hasOwn(checkboxes, name);
      const all = Object.entries(byField).map(([path, text]) => ({ path, name: fieldOf(path), text }));
      setServerErrors(Object.fromEntries(all.filter(({ name }) => isField(name)).map(({ name, text }) => [name, text])));
      setFailures((count) => count + 1);
      return Object.fromEntries(all.filter(({ name }) => !isField(name)).map(({ path, text }) => [path, text]));
    },
    /** Makes an `onSubmit` handler that calls `send` with valid values, one call at a time. */
    submit: (send: (values: FormValues<Text, Box>) => unknown) => (event: FormEvent) => {
      event.preventDefault();
      if (isSendingRef.current) return;
      setIsValidated(true);
      if (Object.values(validate(values)).some((text) => text !== undefined)) {
        setFailures((count) => count + 1);
        return;
      }
      setServerErrors({});
      setHasCrashed(false);
      isSendingRef.current = true;
      setIsBusy(true);
      // Asynchronous, so that a `send` that throws synchronously does not leave the form busy.
      const sending = async () => send(values);
      const crash = (error: unknown) => {
        setHasCrashed(true);
        setFailures((count) => count + 1);
        // Lazy: hardly any visit needs it. A report that fails is lost.
        void import('#shared/report-error.ts').then(({ reportError }) => reportError(error)).catch(() => undefined);
      };
      const end = () => {
        isSendingRef.current = false;
        setIsBusy(false);
      };
      void sending().catch(crash).then(end);
    },
  };
};

/** What `FormSummary` shows of a form. */
export type FormProblems = Pick<ReturnType<typeof useForm>, 'problems' | 'failures' | 'hasCrashed'>;

/** The part of a form that shows the server's errors. */
export type ErrorTarget = { readonly setErrors: (byField?: FieldErrors) => FieldErrors };
