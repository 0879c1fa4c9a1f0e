import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PageTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { shop } from '#shared/shop.ts';

/** An address whose screen is still being made: says so, and where to go meanwhile. */
export const ComingScreen = ({ title }: { readonly title: ParseKeys<'titles'> }) => {
  const { t } = useTranslation(['common', 'titles']);
  const name = t(`titles:${title}`);
  return (
    <section className="container-xl page-message">
      <PageTitle title={name} titleTemplate={shop.name} />
      <h1>{name}</h1>
      <p>{t('coming.text')}</p>
      <p>{t('coming.meanwhile')}</p>
      <div className="button-row">
        <Link className="btn btn-primary" to={paths.shop}>
          {t('coming.shop')}
        </Link>
        <a className="btn btn-outline-primary" href={`mailto:${shop.email}`}>
          {t('coming.write', { email: shop.email })}
        </a>
      </div>
    </section>
  );
};
