import { type ComponentProps, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreparedSearch } from '#features/catalogue/use-suggestions.ts';
import { useDismiss } from '#shared/hooks/use-dismiss.ts';
import { type ActiveSuggestion, SuggestionList } from './suggestion-list.tsx';
import '#styles/suggestions.scss';

/** An arrow key ends the debounce. */
const debounceMs = 120;
const minSearchTextLength = 2;

const searchTextIn = (input: HTMLInputElement): string => input.value.trim();

// Apart from the live region, because its texts are loaded once pages are found.
const FoundWithPages = ({ count, pageCount }: { readonly count: number; readonly pageCount: number }) => {
  const { t } = useTranslation(['pages', 'common']);
  return t('pages:foundWithProducts', { products: t('common:search.found', { count }), count: pageCount });
};

type SuggestionsProps = {
  readonly input: HTMLInputElement;
  /** The last text before this chunk came: after a failure `clientOnly` fetches it again when this changes. */
  readonly typedText: string;
  /** Arrow keys pressed since that text; down is positive. */
  readonly arrowSteps: number;
  /** The text was submitted as a search before this chunk came, so the list must not open over the results. */
  readonly isSearched: boolean;
  /** Receives the ARIA attributes of the input, at once and with each change of the list. */
  readonly onChange: (combobox: ComponentProps<'input'>) => void;
  readonly onChosen?: (() => void) | undefined;
};

/** The suggestions of a search field. Escape, a press outside, or focus on another control closes them. */
export const Suggestions = ({ input, arrowSteps, isSearched, onChange, onChosen }: SuggestionsProps) => {
  // The shopper may have typed and pressed arrow keys while this chunk was loading.
  const [active, setActive] = useState<ActiveSuggestion | undefined>(() =>
    arrowSteps !== 0 && input === document.activeElement ? { steps: arrowSteps } : undefined,
  );
  const [searchText, setSearchText] = useState(() => searchTextIn(input));
  const [isOpen, setIsOpen] = useState(() => active !== undefined || (!isSearched && input.value !== input.defaultValue));
  const [count, setCount] = useState<number>();
  const [pageCount, setPageCount] = useState(0);
  const formRef = useRef<HTMLElement>(input.form);
  const listRef = useRef<HTMLDivElement>(null);
  const { t } = useTranslation('common');
  const onFound = useCallback((found: number | undefined, pages: number) => {
    setCount(found);
    setPageCount(pages);
  }, []);
  usePreparedSearch();
  const close = useCallback(() => {
    setIsOpen(false);
    setActive(undefined);
  }, []);
  useDismiss(formRef, isOpen, close);
  // A layout effect, because it must precede what the list reports.
  useLayoutEffect(() => onChange({}), [onChange]);

  // Not a passive effect: a letter typed between the render, which reads the field, and that effect would be missed.
  useLayoutEffect(() => {
    let debounce: ReturnType<typeof setTimeout> | undefined;
    const update = (): void => {
      clearTimeout(debounce);
      debounce = undefined;
      setSearchText(searchTextIn(input));
      setIsOpen(true);
    };
    const onInput = (): void => {
      clearTimeout(debounce);
      debounce = setTimeout(update, debounceMs);
      // Typing deselects the suggestion, so that Enter searches for the text.
      setActive(undefined);
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.isComposing || event.defaultPrevented) return;
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (event.key === 'Enter') {
        // Either the list navigates or the form submits; both close the list. No stopPropagation: the list's handler needs this key.
        clearTimeout(debounce);
        debounce = undefined;
      } else if (event.key === 'Escape') {
        clearTimeout(debounce);
        debounce = undefined;
        if (isOpen) close();
        else if (input.value === '') return;
        else input.value = '';
        event.preventDefault();
      } else if (step !== 0 && debounce !== undefined) {
        event.preventDefault();
        update();
        setActive({ steps: step });
      } else if (step !== 0 && !isOpen) {
        event.preventDefault();
        update();
      }
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent): void => {
      // No `relatedTarget`: only a phone's keyboard was closed.
      if (relatedTarget instanceof Node && !listRef.current?.contains(relatedTarget)) close();
    };
    // Keeps the focus in the field.
    const keepFocus = (event: MouseEvent): void => event.preventDefault();
    const stop = new AbortController();
    const { signal } = stop;
    input.addEventListener('input', onInput, { signal });
    input.addEventListener('click', update, { signal });
    // Capture: runs before the list's handler, which only has the results of the previous search.
    input.addEventListener('keydown', onKeyDown, { capture: true, signal });
    input.addEventListener('focusout', onFocusOut, { signal });
    input.form?.addEventListener('submit', close, { signal });
    listRef.current?.addEventListener('mousedown', keepFocus, { signal });
    return () => {
      clearTimeout(debounce);
      stop.abort();
    };
  }, [input, isOpen, close]);

  const choose = (text: string): void => {
    input.value = text;
    close();
    onChosen?.();
  };
  const isShown = isOpen && [...searchText].length >= minSearchTextLength;
  return (
    <div ref={listRef}>
      <p className="visually-hidden" role="status">
        {isShown &&
          count !== undefined &&
          (pageCount > 0 ? <FoundWithPages count={count} pageCount={pageCount} /> : t('search.found', { count }))}
      </p>
      {isShown && (
        <SuggestionList
          searchText={searchText}
          input={input}
          chosen={active}
          onMove={setActive}
          onChange={onChange}
          onFound={onFound}
          onChosen={choose}
        />
      )}
    </div>
  );
};
