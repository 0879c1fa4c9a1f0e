import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { SearchForm } from '#shared/ui/search-form.tsx';

type JournalSearchProps = { readonly path: string; readonly searchText: string; readonly addressOf: (searchText: string) => string };

/** Searches all posts; a native form before hydration. */
export const JournalSearch = ({ path, searchText, addressOf }: JournalSearchProps) => {
  const { t } = useTranslation('journal');
  const navigate = useNavigate();
  return (
    <SearchForm
      fieldKey={searchText}
      action={path}
      label={t('search.label')}
      placeholder={t('search.placeholder')}
      submitLabel={t('search.submit')}
      defaultValue={searchText}
      onSearch={(text) => void navigate(addressOf(text))}
    />
  );
};
