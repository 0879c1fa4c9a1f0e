import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { maxSearchTextLength } from '#contract/listing-query.ts';
import { paths } from '#shared/paths.ts';
import { clientOnly } from '#shared/ui/client-only.tsx';
import { SearchForm } from '#shared/ui/search-form.tsx';

// Fetched with all that it searches when a shopper first comes to the field; the field itself searches without.
const Suggestions = clientOnly(() =>
  import('./suggestions.tsx').then(
    (module) => module.Suggestions,
    () => () => null,
  ),
);

type SearchBoxProps = {
  readonly onSearched?: () => void;
  /** Where some words lead: to the shop, or to a list that keeps what else was chosen there, also when the words are given up. */
  readonly addressOf?: (searchText: string) => string;
};

/** A search that leads to the shop with `?q=`, and suggests goods and categories to who types. */
export const SearchBox = ({ onSearched, addressOf }: SearchBoxProps) => {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const lead = addressOf ?? paths.shopSearch;
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  // Other screens search too, and what they look for is not looked for in the shop.
  const searchText = pathname.startsWith('/shop-') ? (query.get('q') ?? '').slice(0, maxSearchTextLength) : '';
  const field = useRef<HTMLInputElement>(null);
  const shown = useRef(searchText);
  const [input, setInput] = useState<HTMLInputElement>();
  const [combobox, setCombobox] = useState<ComponentProps<'input'>>({});
  useEffect(() => {
    if (field.current && shown.current !== searchText) field.current.value = searchText;
    shown.current = searchText;
  }, [searchText]);
  const search = (wanted: string) => {
    if (wanted === '' && !addressOf) return;
    onSearched?.();
    void navigate(lead(wanted));
  };
  return (
    <SearchForm
      ref={field}
      action={paths.shop}
      label={t('search.label')}
      placeholder={t('search.placeholder')}
      submitLabel={t('search.submit')}
      defaultValue={searchText}
      autoComplete="off"
      onSearch={search}
      onFocus={(event) => setInput(event.currentTarget)}
      onInput={(event) => setInput(event.currentTarget)}
      {...(input && { role: 'combobox', 'aria-expanded': false, 'aria-autocomplete': 'list', ...combobox })}
    >
      {input && <Suggestions input={input} addressOf={lead} onChange={setCombobox} onChosen={onSearched} />}
    </SearchForm>
  );
};
