import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#shared/paths.ts';

const ways = ['wholesale', 'reselling', 'franchise'] as const;

/** The three ways of working with the shop, a sentence each. */
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
          {ways.map((way) => (
            <li key={way}>
              <h3>
                <Link to={paths[way]}>{t(`partners.${way}`)}</Link>
              </h3>
              <p>{t(`partners.${way}Text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
};
