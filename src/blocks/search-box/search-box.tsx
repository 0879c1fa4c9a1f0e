import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { maxSearchTextLength } from '#contract/listing-query.ts';
import { useInputBeforeHydration } from '#shared/hooks/use-input-before-hydration.ts';
import { paths } from '#shared/paths.ts';
import { clientOnly } from '#shared/ui/client-only.tsx';
import { SearchForm } from '#shared/ui/search-form.tsx';

// Loaded with the search index on first focus; without it, the field searches by submitting.
const Suggestions = clientOnly(() => import('./suggestions.tsx').then((module) => module.Suggestions), ['pages', 'descriptions'], {
  isOptional: true,
});

type SearchBoxProps = { readonly onSearched?: () => void };

/** A search field that leads to the shop with `?q=` and suggests products, categories, posts and pages. */
export const SearchBox = ({ onSearched }: SearchBoxProps) => {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  // Other screens use `q` for searches of their own.
  const searchText = pathname.startsWith('/shop-') ? (query.get('q') ?? '').slice(0, maxSearchTextLength) : '';
  const previousTextRef = useRef(searchText);
  const [input, setInput] = useState<HTMLInputElement>();
  // Undefined until the suggestions are loaded. They then take over the text and arrow keys that were entered before.
  const [combobox, setCombobox] = useState<ComponentProps<'input'>>();
  const [beforeLoad, setBeforeLoad] = useState({ typedText: '', arrowSteps: 0, isSearched: false });
  const fieldRef = useInputBeforeHydration<HTMLInputElement>((field) => {
    if (field === document.activeElement) setInput(field);
  });
  useEffect(() => {
    // What was typed while a page was loading stays.
    if (fieldRef.current?.value.trim() === previousTextRef.current) fieldRef.current.value = searchText;
    previousTextRef.current = searchText;
  }, [searchText, fieldRef]);
  const search = (text: string) => {
    if (text === '') return;
    if (!combobox) setBeforeLoad({ typedText: text, arrowSteps: 0, isSearched: true });
    onSearched?.();
    void navigate(paths.shopSearch(text));
  };
  return (
    <SearchForm
      ref={fieldRef}
      action={paths.shop}
      label={t('search.label')}
      placeholder={t('search.placeholder')}
      submitLabel={t('search.submit')}
      defaultValue={searchText}
      autoComplete="off"
      onSearch={search}
      onFocus={(event) => setInput(event.currentTarget)}
      onInput={({ currentTarget }) => {
        setInput(currentTarget);
        if (!combobox) setBeforeLoad({ typedText: currentTarget.value, arrowSteps: 0, isSearched: false });
      }}
      onKeyDown={({ key, nativeEvent }) => {
        const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
        if (!combobox && step !== 0 && !nativeEvent.isComposing) setBeforeLoad({ ...beforeLoad, arrowSteps: beforeLoad.arrowSteps + step });
      }}
      {...(input && { role: 'combobox', 'aria-expanded': false, 'aria-autocomplete': 'list', ...combobox })}
    >
      {input && <Suggestions {...beforeLoad} input={input} onChange={setCombobox} onChosen={onSearched} />}
    </SearchForm>
  );
};
