import '#contract/zod-config.ts';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { browserStorage, parseStored } from '#shared/browser-storage.ts';

const storage = browserStorage('sessionStorage', 'flone:desk-chosen');

const stored = z.object({ entry: z.string(), keys: z.array(z.string()) });

/**
 * The chosen rows of a list, by their keys; `initial` until one is chosen or left out. Kept for the entry of the history: Back from an order
 * shows the same rows chosen, and another list begins anew.
 */
export const useChoice = (initial: readonly string[]) => {
  const { key: entry } = useLocation();
  const [choice, setChoice] = useState(() => parseStored(storage.read(), stored));
  const chosen = choice?.entry === entry ? choice.keys : initial;
  const choose = (keys: readonly string[]) => {
    const next = { entry, keys: [...keys] };
    storage.write(JSON.stringify(next));
    setChoice(next);
  };
  return {
    chosen,
    choose,
    toggle: (key: string) => choose(chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key]),
  };
};
