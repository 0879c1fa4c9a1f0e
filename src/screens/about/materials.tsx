import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { pictureAddress } from '#contract/picture.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { paths } from '#shared/paths.ts';

const materials = [
  ['clay', 'vase-chalk-front.42e16f0c'],
  ['wood', 'board-oak-front.86cf47d0'],
  ['wool', 'throw-oat-front.00e0a1c7'],
  ['linen', 'towels-trio-front.f26cecce'],
  ['jute', 'basket-cream-front.7301d512'],
  ['wax', 'soap-trio-front.867fe5a8'],
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
              sizes="(min-width: 1200px) 370px, (min-width: 576px) 46vw, 92vw"
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
