import { useEffect, useEffectEvent } from 'react';
import { useSelector } from 'react-redux';
import { useNavigationType } from 'react-router-dom';
import { browserStorage } from '#shared/browser-storage.ts';
import { selectIsStored } from '#shared/restored-slice.ts';

/**
 * Remembers the order that was looked up on a page, for this tab until its account signs out, and calls `onReturn` with its id when Back, Forward or
 * a reload returns to the page. Not in the URL: whoever has an order's id can read the order, and following a link must not look it up automatically.
 * If the URL has another id (`prefilled`), that one stays.
 */
export const useSoughtOrder = (
  page: 'status' | 'refund',
  { prefilled, onReturn }: { readonly prefilled: string; readonly onReturn: (id: string) => void },
): ((id: string) => void) => {
  const storage = browserStorage('sessionStorage', `flone:sought:${page}`);
  const isReturn = useNavigationType() === 'POP';
  const isOwnerKnown = useSelector(selectIsStored);
  const restore = useEffectEvent(() => {
    const id = storage.read() ?? '';
    if (isReturn && id !== '' && (prefilled === '' || prefilled === id)) onReturn(id);
  });
  // Only when the lists' owner is known: until then, what was looked up by an account whose session has ended is deleted.
  useEffect(() => {
    if (isOwnerKnown) restore();
  }, [isOwnerKnown]);
  return storage.write;
};
