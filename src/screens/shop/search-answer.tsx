import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';

/** The help pages that may be what a search is for, the first that fits. */
const answers = ['delivery', 'refund', 'orderStatus', 'contact'] as const;

/** A link above the results of a search for help, such as "delivery times": to the page whose keywords begin with each of the search's words. */
export const SearchAnswer = ({ searchText }: { readonly searchText: string }) => {
  const { t } = useTranslation(['pages', 'titles']);
  const words = searchText.toLowerCase().split(' ');
  // Two letters begin too many words.
  const answer = answers.find((page) => searchText.length > 2 && words.every((word) => ` ${t(`keywords.${page}`)}`.includes(` ${word}`)));
  if (!answer) return null;
  return (
    <p className="note">
      {t('help')}
      <Link to={answer === 'delivery' ? `${paths.terms}#shipping` : paths[answer]}>
        {answer === 'delivery' ? t('delivery.title') : t(`titles:${answer}`)}
      </Link>
    </p>
  );
};
