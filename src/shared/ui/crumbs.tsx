import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#shared/paths.ts';

type CrumbsProps = {
  readonly name: string;
  /** The page between the home page and this one. */
  readonly parent?: { readonly name: string; readonly path: string } | undefined;
};

/** Breadcrumbs: links to the pages above this one, then its name. */
export const Crumbs = ({ name, parent }: CrumbsProps) => {
  const { t } = useTranslation('common');
  return (
    <nav className="crumbs" aria-label={t('crumbs.label')}>
      <Link to={paths.home}>{t('crumbs.home')}</Link>
      {parent && <Link to={parent.path}>{parent.name}</Link>}
      <span aria-current="page">{name}</span>
    </nav>
  );
};
