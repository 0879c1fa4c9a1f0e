import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { SearchForm } from '#shared/ui/search-form.tsx';

type JournalSearchProps = { readonly path: string; readonly words: string; readonly addressOf: (words: string) => string };

/** A search through all posts; it works before the scripts have come, too. */
export const JournalSearch = ({ path, words, addressOf }: JournalSearchProps) => {
  const { t } = useTranslation('journal');
  const navigate = useNavigate();
  return (
    <SearchForm
      fieldKey={words}
      action={path}
      label={t('search.label')}
      placeholder={t('search.placeholder')}
      submitLabel={t('search.submit')}
      defaultValue={words}
      onSearch={(wanted) => void navigate(addressOf(wanted))}
    />
  );
};
