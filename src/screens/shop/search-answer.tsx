import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';

/** The help pages that may be what a search is for, the first that fits. */
const answers = ['delivery', 'refund', 'orderStatus', 'contact'] as const;

/** Two letters begin too many words. */
const minLength = 3;

/** Above the results of a search for help, such as "delivery times": the page that has each of its words, or one that begins with it, as a keyword. */
export const SearchAnswer = ({ searchText }: { readonly searchText: string }) => {
  const { t } = useTranslation(['pages', 'titles']);
  const titleOf = (page: (typeof answers)[number]) => (page === 'delivery' ? t('pages:delivery.title') : t(`titles:${page}`));
  const words = searchText.toLowerCase().split(/\s+/);
  const answer = answers.find((page) => {
    const keywords = ` ${titleOf(page)} ${t(`pages:keywords.${page}`)}`.toLowerCase();
    return searchText.length >= minLength && words.every((word) => keywords.includes(` ${word}`));
  });
  if (!answer) return null;
  return (
    <p className="note">
      {t('pages:help')}
      <Link to={answer === 'delivery' ? `${paths.terms}#shipping` : paths[answer]}>{titleOf(answer)}</Link>
    </p>
  );
};
