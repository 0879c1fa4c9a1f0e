import { type ComponentProps, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreparedSearch } from '#features/catalogue/use-suggestions.ts';
import { useDismiss } from '#shared/hooks/use-dismiss.ts';
import { type ActiveSuggestion, SuggestionList } from './suggestion-list.tsx';

/** Typing is looked up when it pauses for so long, or at once when an arrow key follows. */
const debounceMs = 120;
const minSearchTextLength = 2;

const searchTextIn = (input: HTMLInputElement): string => input.value.trim();

type SuggestionsProps = {
  readonly input: HTMLInputElement;
  /** Where all results of some words stand. */
  readonly addressOf: (searchText: string) => string;
  /** Takes what the input has to say of its list. */
  readonly onChange: (combobox: ComponentProps<'input'>) => void;
  readonly onChosen?: (() => void) | undefined;
};

/** What a search field suggests while a shopper types: closed by Escape, a press elsewhere, or going on to another control. */
export const Suggestions = ({ input, addressOf, onChange, onChosen }: SuggestionsProps) => {
  // What was typed while this was on its way counts too.
  const [searchText, setSearchText] = useState(() => searchTextIn(input));
  const [isOpen, setIsOpen] = useState(() => input.value !== input.defaultValue);
  const [found, setFound] = useState<number>();
  const [active, setActive] = useState<ActiveSuggestion>();
  const form = useRef<HTMLElement>(input.form);
  const list = useRef<HTMLDivElement>(null);
  const { t } = useTranslation('common');
  usePreparedSearch();
  const close = useCallback(() => {
    setIsOpen(false);
    setActive(undefined);
  }, []);
  useDismiss(form, isOpen, close);

  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const update = (): void => {
      clearTimeout(waiting);
      waiting = undefined;
      setSearchText(searchTextIn(input));
      setIsOpen(true);
    };
    const type = (): void => {
      clearTimeout(waiting);
      waiting = setTimeout(update, debounceMs);
      // Enter takes what is shown as chosen: after another letter, that is nothing, and it searches for what was typed.
      setActive(undefined);
    };
    const press = (event: KeyboardEvent): void => {
      if (event.isComposing || event.defaultPrevented) return;
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (event.key === 'Enter') {
        // The list goes there, or else the form: both close it then, and before that the list must hear this, too.
        clearTimeout(waiting);
        waiting = undefined;
      } else if (event.key === 'Escape') {
        clearTimeout(waiting);
        waiting = undefined;
        if (isOpen) close();
        else if (input.value === '') return;
        else input.value = '';
        event.preventDefault();
      } else if (step !== 0 && waiting !== undefined) {
        event.preventDefault();
        update();
        setActive({ steps: step });
      } else if (step !== 0 && !isOpen) {
        event.preventDefault();
        update();
      }
    };
    const goOn = ({ relatedTarget }: FocusEvent): void => {
      // A keyboard put away on a phone goes nowhere else.
      if (relatedTarget instanceof Node && !list.current?.contains(relatedTarget)) close();
    };
    // A press on the list leaves the focus in the field.
    const keepFocus = (event: MouseEvent): void => event.preventDefault();
    const { form: around } = input;
    const shown = list.current;
    input.addEventListener('input', type);
    input.addEventListener('click', update);
    // Before the list hears it, which knows only what was looked up last.
    input.addEventListener('keydown', press, { capture: true });
    input.addEventListener('focusout', goOn);
    around?.addEventListener('submit', close);
    shown?.addEventListener('mousedown', keepFocus);
    return () => {
      clearTimeout(waiting);
      input.removeEventListener('input', type);
      input.removeEventListener('click', update);
      input.removeEventListener('keydown', press, { capture: true });
      input.removeEventListener('focusout', goOn);
      around?.removeEventListener('submit', close);
      shown?.removeEventListener('mousedown', keepFocus);
    };
  }, [input, isOpen, close]);

  const choose = (text: string): void => {
    input.value = text;
    close();
    onChosen?.();
  };
  const isShown = isOpen && [...searchText].length >= minSearchTextLength;
  return (
    <div ref={list}>
      <p className="visually-hidden" role="status">
        {isShown && found !== undefined && t('search.found', { count: found })}
      </p>
      {isShown && (
        <SuggestionList
          searchText={searchText}
          input={input}
          chosen={active}
          onMove={setActive}
          addressOf={addressOf}
          onChange={onChange}
          onFound={setFound}
          onChosen={choose}
        />
      )}
    </div>
  );
};
