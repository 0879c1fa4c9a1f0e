import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#shared/paths.ts';

type CrumbsProps = {
  readonly name: string;
  /** The pages between the home page and this one, from the top. */
  readonly parents?: readonly { readonly name: string; readonly path: string }[];
};

/** Breadcrumbs: links to the pages above this one, then its name. */
export const Crumbs = ({ name, parents = [] }: CrumbsProps) => {
  const { t } = useTranslation('common');
  return (
    <nav className="crumbs" aria-label={t('crumbs.label')}>
      <Link to={paths.home}>{t('crumbs.home')}</Link>
      {parents.map(({ name: parentName, path }) => (
        <Link key={path} to={path}>
          {parentName}
        </Link>
      ))}
      <span aria-current="page">{name}</span>
    </nav>
  );
};
