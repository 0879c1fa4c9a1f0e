import '#contract/zod-config.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSelector } from 'react-redux';
import * as z from 'zod/mini';
import { parseStored } from '#shared/browser-storage.ts';
import { selectIsStored } from '#shared/restored-slice.ts';

type Texts = Readonly<Record<string, string>>;

type DraftSetup<Name extends string, User> = {
  /** One key of the browser's storage. */
  readonly storage: { readonly read: () => string | null; readonly write: (text: string) => void };
  /** The text fields that are stored. */
  readonly names: readonly Name[];
  /** The signed-in user, whose data `fromUser` turns into values for fields that are still empty. */
  readonly user: User | null;
  readonly fromUser: (user: User) => Texts;
  /** Stops storing, e.g. because the form was sent. */
  readonly isPaused?: boolean;
};

const storedTexts = z.record(z.string(), z.string());

/**
 * Keeps a form's text fields as a draft, so that neither a reload nor another page loses them. Empty fields are filled from the draft first,
 * then from the user: typed text is never replaced.
 */
export const useFormDraft = <Name extends string, User>(
  form: {
    readonly values: Readonly<Record<Name, string>>;
    readonly fillEmpty: (some: Partial<Record<Name, string>>) => void;
  },
  { storage, names, user, fromUser, isPaused = false }: DraftSetup<Name, User>,
): void => {
  const isOwnerKnown = useSelector(selectIsStored);
  const [isRestored, setIsRestored] = useState(false);
  const { values } = form;

  const fill = useEffectEvent((texts: Texts) => {
    const entries = names.flatMap((name) => (texts[name] ? [[name, texts[name]] as const] : []));
    const some: Partial<Record<Name, string>> = {};
    for (const [name, text] of entries) some[name] = text;
    form.fillEmpty(some);
  });
  const restore = useEffectEvent(() => fill(parseStored(storage.read(), storedTexts) ?? {}));
  const store = useEffectEvent((texts: Readonly<Record<Name, string>>) => {
    storage.write(JSON.stringify(Object.fromEntries(names.map((name) => [name, texts[name]]))));
  });
  const fillFromUser = useEffectEvent((signedIn: User) => fill(fromUser(signedIn)));

  // Not before: a draft of an account whose session has ended is dropped until then.
  useEffect(() => {
    if (!isOwnerKnown) return;
    restore();
    setIsRestored(true);
  }, [isOwnerKnown]);
  useEffect(() => {
    if (isRestored && !isPaused) store(values);
  }, [isRestored, isPaused, values]);
  useEffect(() => {
    if (user && isRestored) fillFromUser(user);
  }, [user, isRestored]);
};
