import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Facet, ListingChoice } from '#contract/listing-query.ts';
import type { ShopListing } from './use-shop-listing.ts';

/** The control that changed the filters, and its index if it was a chip. */
type LastControl = { readonly control: Element | null; readonly chipIndex: number };

/**
 * Changes the filters, which are in the URL: one history entry per change. Quick changes build on each other, although the list lags
 * behind. The control keeps the focus when the path changes; if it was a chip that is gone, the next chip or the count gets it.
 */
export const useFilterActions = ({ choice, addressWith }: ShopListing, pageRef: RefObject<HTMLElement | null>) => {
  const navigate = useNavigate();
  const { key } = useLocation();
  const pendingChoiceRef = useRef<ListingChoice>(undefined);
  const lastControlRef = useRef<LastControl>(undefined);

  useEffect(() => {
    if (key === '' || !lastControlRef.current) return;
    const { control, chipIndex } = lastControlRef.current;
    lastControlRef.current = undefined;
    pendingChoiceRef.current = undefined;
    const chips = [...(pageRef.current?.querySelectorAll<HTMLElement>('.chip') ?? [])];
    const nextFocus = chips[Math.min(chipIndex, chips.length - 1)] ?? pageRef.current?.querySelector<HTMLElement>('.shop-count');
    const target = control instanceof HTMLElement && control.isConnected ? control : nextFocus;
    if (target !== document.activeElement) target?.focus({ preventScroll: true });
  }, [key, pageRef]);

  const rememberControl = (chipIndex = 0): void => {
    lastControlRef.current = { control: document.activeElement, chipIndex };
  };

  const choose = (change: (from: ListingChoice) => Partial<ListingChoice>): void => {
    const from = pendingChoiceRef.current ?? choice;
    const wanted = { ...from, ...change(from) };
    pendingChoiceRef.current = wanted;
    rememberControl();
    void navigate(addressWith(wanted));
  };

  const toggle = (facet: Facet, value: string): void =>
    choose(({ chosen }) => {
      const values = chosen[facet];
      return { chosen: { ...chosen, [facet]: values.includes(value) ? values.filter((each) => each !== value) : [...values, value] } };
    });

  return { choose, toggle, rememberControl };
};

export type FilterActions = ReturnType<typeof useFilterActions>;
