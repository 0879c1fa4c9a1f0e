import { type FormEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '#shared/paths.ts';
import { Icon } from '#shared/ui/icon.tsx';

/** A search that leads to the shop with `?q=` (ruling 18). */
export const SearchBox = ({ onSearched }: { readonly onSearched?: () => void }) => {
  const { t } = useTranslation('common');
  const id = useId();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  // The journal has a search of its own, with the same name in the address.
  const words = pathname.startsWith('/shop-') ? (query.get('q') ?? '') : '';
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = new FormData(event.currentTarget).get('q');
    if (typeof wanted !== 'string' || wanted.trim() === '') return;
    onSearched?.();
    void navigate(paths.shopSearch(wanted.trim()));
  };
  return (
    <search className="search-box">
      <form action={paths.shop} onSubmit={search}>
        <label className="visually-hidden" htmlFor={id}>
          {t('search.label')}
        </label>
        <input
          key={words}
          id={id}
          className="form-control"
          type="search"
          name="q"
          defaultValue={words}
          placeholder={t('search.placeholder')}
          maxLength={200}
        />
        <button type="submit" aria-label={t('search.submit')}>
          <Icon name="search" />
        </button>
      </form>
    </search>
  );
};
