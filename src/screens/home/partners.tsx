import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';

const programmes = ['wholesale', 'reselling', 'franchise'] as const;

/** The three partner programmes. */
export const Partners = () => {
  const { t } = useTranslation('home');
  return (
    <section className="partners">
      <div className="container-xl">
        <div>
          <h2>{t('partners.heading')}</h2>
          <p>{t('partners.text')}</p>
          <Link className="btn btn-outline-primary" to={paths.collaboration}>
            {t('partners.more')}
          </Link>
        </div>
        <ul>
          {programmes.map((programme) => (
            <li key={programme}>
              <h3>
                <Link to={paths[programme]}>{t(`partners.${programme}`)}</Link>
              </h3>
              <p>{t(`partners.${programme}Text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
};
