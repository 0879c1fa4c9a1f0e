import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Facet, ListingChoice } from '#contract/listing-query.ts';
import type { ShopListing } from './use-shop-listing.ts';

/** What was pressed, and its place among the chips if it was one. */
type Pressed = { readonly control: Element | null; readonly place: number };

/**
 * Changes what is chosen (everything is in the URL): each change is a step that Back undoes. Changes that follow
 * each other faster than the list all count. What was pressed keeps the focus, also where the page in the path changes with it; for
 * a chip that is gone, its neighbour takes the focus, or the number found.
 */
export const useChoose = ({ choice, addressWith }: ShopListing, page: RefObject<HTMLElement | null>) => {
  const navigate = useNavigate();
  const { key } = useLocation();
  const pending = useRef<ListingChoice>(undefined);
  const pressed = useRef<Pressed>(undefined);

  useEffect(() => {
    if (key === '' || !pressed.current) return;
    const { control, place } = pressed.current;
    pressed.current = undefined;
    pending.current = undefined;
    const chips = [...(page.current?.querySelectorAll<HTMLElement>('.chip') ?? [])];
    const heir = chips[Math.min(place, chips.length - 1)] ?? page.current?.querySelector<HTMLElement>('.shop-count');
    const target = control instanceof HTMLElement && control.isConnected ? control : heir;
    if (target !== document.activeElement) target?.focus({ preventScroll: true });
  }, [key, page]);

  const note = (place = 0): void => {
    pressed.current = { control: document.activeElement, place };
  };

  const choose = (change: (from: ListingChoice) => Partial<ListingChoice>): void => {
    const from = pending.current ?? choice;
    const wanted = { ...from, ...change(from) };
    pending.current = wanted;
    note();
    void navigate(addressWith(wanted));
  };

  const toggle = (facet: Facet, value: string): void =>
    choose(({ chosen }) => {
      const values = chosen[facet];
      return { chosen: { ...chosen, [facet]: values.includes(value) ? values.filter((each) => each !== value) : [...values, value] } };
    });

  return { choose, toggle, note };
};

/** How choices are changed, as `useChoose` gives it. */
export type Choosing = ReturnType<typeof useChoose>;
