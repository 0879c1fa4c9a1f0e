import { useTranslation } from 'react-i18next';
import { pictureAddress } from '#contract/picture.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';

const materials = [
  ['clay', 'vase-chalk-front.32058a3c.1200'],
  ['wood', 'board-oak-front.2a55c1da.1200'],
  ['wool', 'throw-oat-front.84688f8e.1200'],
  ['linen', 'towels-trio-front.d1f162b9.1200'],
  ['jute', 'basket-cream-front.4e5e1065.1200'],
  ['wax', 'soap-trio-front.cf2b1991.1200'],
] as const;

/** Each material: its use, its origin, and what is unknown about it. */
export const Materials = () => {
  const { t } = useTranslation('about');
  return (
    <>
      <p className="about-intro">{t('materials.intro')}</p>
      <ul className="about-materials">
        {materials.map(([id, stem]) => (
          <li key={id}>
            <ProductPicture
              image={{ src: pictureAddress(stem), alt: t(`materials.${id}.alt`) }}
              sizes="(min-width: 1700px) 414px, (min-width: 1200px) 370px, (min-width: 576px) 46vw, 92vw"
            />
            <h3>{t(`materials.${id}.name`)}</h3>
            <p>{t(`materials.${id}.text`)}</p>
            <p className="quiet">
              {t('materials.unknown')} {t(`materials.${id}.gap`)}
            </p>
          </li>
        ))}
      </ul>
      <p>
        <Link to={paths.post('where-it-comes-from')}>{t('materials.more')}</Link>
      </p>
    </>
  );
};
