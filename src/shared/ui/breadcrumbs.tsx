import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { Link } from './link.tsx';

type BreadcrumbsProps = {
  readonly name: string;
  /** The pages between the home page and this one, from the top. */
  readonly parents?: readonly { readonly name: string; readonly path: string }[];
};

/** Breadcrumbs: links to the pages above this one, then its name. */
export const Breadcrumbs = ({ name, parents = [] }: BreadcrumbsProps) => {
  const { t } = useTranslation('common');
  return (
    <nav className="breadcrumbs" aria-label={t('breadcrumbs.label')}>
      <Link to={paths.home}>{t('breadcrumbs.home')}</Link>
      {parents.map(({ name: parentName, path }) => (
        <Link key={path} to={path}>
          {parentName}
        </Link>
      ))}
      <span aria-current="page">{name}</span>
    </nav>
  );
};
