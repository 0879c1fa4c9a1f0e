import { useEffect, useEffectEvent } from 'react';
import { useSelector } from 'react-redux';
import { useNavigationType } from 'react-router-dom';
import { browserStorage } from '#shared/browser-storage.ts';
import { selectIsStored } from '#shared/restored-slice.ts';

/**
 * Remembers the order that was looked up on a page, for this tab until its account signs out, and calls `onReturn` with it when Back, Forward or a
 * reload leads to the page again. Not in the URL: whoever has an order's id can read the order, and a link to it must not open it by itself.
 * `prefilled` is the id in the URL; another one is not replaced.
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
  // Not before: what an account sought whose session has ended is dropped until then.
  useEffect(() => {
    if (isOwnerKnown) restore();
  }, [isOwnerKnown]);
  return storage.write;
};
