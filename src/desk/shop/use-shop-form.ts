import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskShop } from '#contract/desk/shop.ts';
import type { Call, Query } from '#desk/desk-api.ts';
import { useChange } from '#desk/parts/change-form.tsx';
import { useSay } from '#desk/parts/desk-heading.tsx';

export type FoundShop = { readonly found: DeskShop } & Pick<Query<DeskShop>, 'refetch'>;

/**
 * A form of a part of the shop, as typed texts. It keeps what was typed while somebody else changes the same; a press on the note shows theirs. `errorOf`
 * gives the server's sentence about a field, by its path in the call.
 */
export const useShopForm = <Draft extends object>({ found, refetch }: FoundShop, toDraft: (shop: DeskShop) => Draft) => {
  const { t } = useTranslation('desk-shop');
  const [draft, setDraft] = useState(() => toDraft(found));
  const [seen, setSeen] = useState(found.version);
  const say = useSay();
  const show = (now: DeskShop) => {
    setDraft(toDraft(now));
    setSeen(now.version);
  };
  const { change, isBusy, note, errors } = useChange(() => void refetch().then(({ data }) => data && show(data)));
  return {
    draft,
    onType: (some: Partial<Draft>) => setDraft({ ...draft, ...some }),
    errorOf: (path: string): string | undefined =>
      errors?.[path] ?? Object.entries(errors ?? {}).find(([field]) => field.startsWith(`${path}.`))?.[1],
    save: (callFor: (version: number) => Call<DeskShop>, onSaved?: (now: DeskShop) => void) => {
      say('');
      const onDone = (now: DeskShop) => {
        show(now);
        onSaved?.(now);
      };
      void change(callFor(seen), { successMessage: t('saved'), onDone });
    },
    isBusy,
    note,
  };
};
