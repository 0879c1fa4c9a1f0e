import { type FormEvent, useCallback, useId, useMemo, useRef, useState } from 'react';

/** Sentences by the name of the field that they are about. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

type Values<Text extends string, Tick extends string> = Readonly<Record<Text, string> & Record<Tick, boolean>>;

type FormSetup<Text extends string, Tick extends string> = {
  /** The fields that are typed in, with what stands there at first. */
  readonly texts: Readonly<Record<Text, string>>;
  /** The fields that are ticked; `{}` where there are none. */
  readonly ticks: Readonly<Record<Tick, boolean>>;
  /** What is wrong with these values, by field; `fieldErrors` makes it from a schema of the contract. */
  readonly check: (values: NoInfer<Values<Text, Tick>>) => FieldErrors;
};

/**
 * A form's values and what is wrong with them: checked on submit, then on every change; what the server
 * refused stands at its field until that is changed; nothing is ever cleared by a failure; no second submit while one is under way.
 *
 *     const form = useForm({ texts: { email: '' }, ticks: { terms: false }, check });
 *     <form noValidate onSubmit={form.submit(async (values) => { … form.refuse(error.errors) … })}>
 *       <FormSummary form={form} />
 *       <Field {...form.field('email')} label={t('email')} type="email" autoComplete="email" />
 *       <Tick {...form.tick('terms')}>{t('terms')}</Tick>
 *       <SubmitButton isBusy={form.isBusy}>{t('send')}</SubmitButton>
 *     </form>
 */
export const useForm = <Text extends string, Tick extends string>({ texts, ticks, check }: FormSetup<Text, Tick>) => {
  const id = useId();
  const [typed, setTyped] = useState(texts);
  const [ticked, setTicked] = useState(ticks);
  const [isChecked, setIsChecked] = useState(false);
  const [refused, setRefused] = useState<FieldErrors>({});
  const [isBusy, setIsBusy] = useState(false);
  /** Counts the failures, so that the summary takes the focus at each. */
  const [failures, setFailures] = useState(0);
  const isSending = useRef(false);

  const values: Values<Text, Tick> = useMemo(() => ({ ...typed, ...ticked }), [typed, ticked]);
  const found = isChecked ? check(values) : {};
  const errors: FieldErrors = { ...found, ...refused };
  const idOf = (name: string) => `${id}${name}`;
  const accept = useCallback(
    (names: readonly string[]) =>
      setRefused((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name)))),
    [],
  );
  const fill = useCallback(
    (some: Readonly<Partial<Record<Text, string>>>) => {
      setTyped((before) => ({ ...before, ...some }));
      accept(Object.keys(some));
    },
    [accept],
  );

  const fillEmpty = useCallback(
    (some: Readonly<Partial<Record<Text, string>>>) =>
      setTyped((before) => ({ ...before, ...some, ...Object.fromEntries(Object.entries(before).filter(([, text]) => text !== '')) })),
    [],
  );

  return {
    values,
    isBusy,
    failures,
    /** What is wrong now, each with the id of its control, in the order of the fields. */
    problems: [...Object.keys(texts), ...Object.keys(ticks)].flatMap((name) => {
      const text = errors[name];
      return text === undefined ? [] : [{ name, id: idOf(name), text }];
    }),
    /** Everything that a `Field` needs to know. */
    field: (name: Text) => ({
      id: idOf(name),
      name,
      value: typed[name],
      error: errors[name],
      onChange: (value: string) => {
        setTyped((before) => ({ ...before, [name]: value }));
        accept([name]);
      },
    }),
    /** Everything that a `Tick` needs to know. */
    tick: (name: Tick) => ({
      id: idOf(name),
      name,
      isTicked: ticked[name],
      error: errors[name],
      onChange: (value: boolean) => {
        setTicked((before) => ({ ...before, [name]: value }));
        accept([name]);
      },
    }),
    /** Fills several fields in at once, e.g. from a draft or a kept address. */
    fill,
    /** Fills in what is still empty: what was typed, or stood there at first, stays. */
    fillEmpty,
    /** Empties everything, as after something was sent for good. */
    reset: () => {
      setTyped(texts);
      setTicked(ticks);
      setRefused({});
      setIsChecked(false);
    },
    /** Shows what is wrong from the next submit on, as at first: a field that was added meanwhile is not wrong for being empty. */
    uncheck: () => setIsChecked(false),
    /** Puts the server's sentences at their fields; gives those back that are about no field of this form. */
    refuse: (byField: FieldErrors = {}): FieldErrors => {
      const isOurs = (name: string) => Object.hasOwn(texts, name) || Object.hasOwn(ticks, name);
      setRefused(Object.fromEntries(Object.entries(byField).filter(([name]) => isOurs(name))));
      setFailures((count) => count + 1);
      return Object.fromEntries(Object.entries(byField).filter(([name]) => !isOurs(name)));
    },
    /** What `onSubmit` wants: sends the values when nothing is wrong with them, once at a time. */
    submit: (send: (values: Values<Text, Tick>) => Promise<void> | void) => (event: FormEvent) => {
      event.preventDefault();
      if (isSending.current) return;
      setIsChecked(true);
      if (Object.values(check(values)).some((text) => text !== undefined)) {
        setFailures((count) => count + 1);
        return;
      }
      setRefused({});
      isSending.current = true;
      setIsBusy(true);
      // Asynchronous, so that a `send` that throws at once does not leave the form busy.
      const sending = async () => send(values);
      void sending().finally(() => {
        isSending.current = false;
        setIsBusy(false);
      });
    },
  };
};

export type Form = Pick<ReturnType<typeof useForm>, 'problems' | 'failures'>;
