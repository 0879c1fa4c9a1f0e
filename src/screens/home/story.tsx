import { useTranslation } from 'react-i18next';
import { pictureAddress } from '#contract/picture.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';

const src = pictureAddress('spoons-set-front.0a81b4a4.1200');

/** Who makes the products, with a link to the about page. */
export const Story = () => {
  const { t } = useTranslation('home');
  return (
    <section className="container-xl story">
      <ProductPicture
        image={{ src, alt: t('story.picture') }}
        sizes="(min-width: 1700px) 616px, (min-width: 1200px) 570px, (min-width: 768px) 47vw, 94vw"
      />
      <div>
        <h2>{t('story.heading')}</h2>
        <p>{t('story.text')}</p>
        <p>{t('story.promise')}</p>
        <Link className="btn btn-outline-primary" to={paths.about}>
          {t('story.more')}
        </Link>
      </div>
    </section>
  );
};
