import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Facet, ListingChoice } from '#contract/listing-query.ts';
import type { ShopListing } from './use-shop-listing.ts';

/** The control that changed the filters, its index if it was a chip, and the history entry on which it was used. */
type LastControl = { readonly control: Element | null; readonly chipIndex: number; readonly key: string };

/**
 * Changes the filters, which are in the URL: one history entry per change. Quick changes add up, although the list lags
 * behind. The control keeps the focus after navigation; a removed chip passes it to the next chip, or to the count. The actions stay the
 * same functions, so that a facet's values render again only when they change.
 */
export const useFilterActions = ({ choice, urlWith }: ShopListing, pageRef: RefObject<HTMLElement | null>) => {
  const navigate = useNavigate();
  const { key } = useLocation();
  const latest = { choice, urlWith, navigate, key };
  const latestRef = useRef(latest);
  const pendingChoiceRef = useRef<ListingChoice>(undefined);
  const lastControlRef = useRef<LastControl>(undefined);

  useLayoutEffect(() => {
    latestRef.current = latest;
  });

  useEffect(() => {
    // Only after the navigation that the control started.
    if (!lastControlRef.current || lastControlRef.current.key === key) return;
    const { control, chipIndex } = lastControlRef.current;
    lastControlRef.current = undefined;
    pendingChoiceRef.current = undefined;
    const chips = [...(pageRef.current?.querySelectorAll<HTMLElement>('.chip') ?? [])];
    const nextFocus = chips[Math.min(chipIndex, chips.length - 1)] ?? pageRef.current?.querySelector<HTMLElement>('.shop-count');
    const target = control instanceof HTMLElement && control.isConnected ? control : nextFocus;
    if (target !== document.activeElement) target?.focus({ preventScroll: true });
  }, [key, pageRef]);

  const [actions] = useState(() => {
    const rememberControl = (chipIndex = 0): void => {
      lastControlRef.current = { control: document.activeElement, chipIndex, key: latestRef.current.key };
    };

    const choose = (change: (from: ListingChoice) => Partial<ListingChoice>): void => {
      const current = latestRef.current;
      const from = pendingChoiceRef.current ?? current.choice;
      const wanted = { ...from, ...change(from) };
      pendingChoiceRef.current = wanted;
      rememberControl();
      void current.navigate(current.urlWith(wanted), { preventScrollReset: true });
    };

    const toggle = (facet: Facet, value: string): void =>
      choose(({ chosen }) => {
        const values = chosen[facet];
        return { chosen: { ...chosen, [facet]: values.includes(value) ? values.filter((each) => each !== value) : [...values, value] } };
      });

    return { choose, toggle, rememberControl };
  });
  return actions;
};

export type FilterActions = ReturnType<typeof useFilterActions>;
