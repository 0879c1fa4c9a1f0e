import { useTranslation } from 'react-i18next';
import { picturePath } from '#contract/picture.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { ScreenTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';
import { PartnerHero } from './partner-sections.tsx';
import '#styles/content-screens.scss';

const heroPictures = ['nest-mixed-front.8f9c123d.1200', 'throw-sage-front.16be2857.1200', 'mug-dipped-front.f37b5bc1.1200'];

const ways = [
  { way: 'wholesale', stem: 'plates-sage-front.fbdbb8eb.1200' },
  { way: 'reselling', stem: 'soap-trio-front.cf2b1991.1200' },
  { way: 'franchise', stem: 'scene-sill.2e7d3241.1200' },
] as const;

/** The landing page of wholesale, reselling and franchise: hero, reasons, and a card with Details for each. */
export const CollaborationScreen = () => {
  const { t } = useTranslation(['partners', 'titles']);
  return (
    <div className="partner-page">
      <ScreenTitle name="collaboration" />
      <PartnerHero
        heading={t('collaboration.heading')}
        title={t('collaboration.title')}
        lead={t('collaboration.lead')}
        stems={heroPictures}
      />
      <section className="container-xl partner-why" aria-labelledby="why">
        <h2 id="why">{t('collaboration.why.heading')}</h2>
        <div>
          <p>{t('collaboration.why.text')}</p>
          <p>{t('collaboration.why.plain')}</p>
        </div>
      </section>
      <section className="partner-programmes" aria-labelledby="ways">
        <div className="container-xl">
          <h2 id="ways">{t('collaboration.ways')}</h2>
          <ul>
            {ways.map(({ way, stem }) => (
              <li key={way}>
                <ProductPicture
                  image={{ src: picturePath(stem), alt: '' }}
                  sizes="(min-width: 1700px) 405px, (min-width: 1200px) 368px, (min-width: 768px) 30vw, 94vw"
                />
                <h3>{t(`collaboration.${way}`)}</h3>
                <p>{t(`collaboration.${way}Text`)}</p>
                <Link className="btn btn-outline-primary" to={paths[way]}>
                  {t('details')} <span className="visually-hidden">{t('detailsOf', { way: t(`titles:${way}`) })}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section className="container-xl partner-call" aria-labelledby="unsure">
        <h2 id="unsure">{t('collaboration.unsure')}</h2>
        <div>
          <p>{t('collaboration.unsureText')}</p>
          <Link className="btn btn-primary btn-lg" to={paths.contactAbout('wholesale')}>
            {t('collaboration.ask')}
          </Link>
        </div>
      </section>
    </div>
  );
};
