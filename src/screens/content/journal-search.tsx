import { type FormEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Icon } from '#shared/ui/icon.tsx';

type JournalSearchProps = { readonly path: string; readonly words: string; readonly addressOf: (words: string) => string };

/** A search through all posts; it works before the scripts have come, too. */
export const JournalSearch = ({ path, words, addressOf }: JournalSearchProps) => {
  const { t } = useTranslation('journal');
  const id = useId();
  const navigate = useNavigate();
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = new FormData(event.currentTarget).get('q');
    if (typeof wanted === 'string') void navigate(addressOf(wanted.trim()));
  };
  return (
    <search className="search-box">
      <form action={path} onSubmit={search}>
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
