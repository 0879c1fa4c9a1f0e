import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';
import avif640 from './pictures/hero-640.avif';
import webp640 from './pictures/hero-640.webp';
import avif960 from './pictures/hero-960.avif';
import webp960 from './pictures/hero-960.webp';
import avif1280 from './pictures/hero-1280.avif';
import webp1280 from './pictures/hero-1280.webp';
import avif1600 from './pictures/hero-1600.avif';
import webp1600 from './pictures/hero-1600.webp';

const avif = `${avif640} 640w, ${avif960} 960w, ${avif1280} 1280w, ${avif1600} 1600w`;
const webp = `${webp640} 640w, ${webp960} 960w, ${webp1280} 1280w, ${webp1600} 1600w`;

/** On phones the picture is cropped at its sides, so it is wider than the viewport. */
const sizes = '(max-width: 480px) 125vw, 100vw';

export const Hero = () => {
  const { t } = useTranslation('home');
  return (
    <section className="hero">
      <picture>
        <source type="image/avif" srcSet={avif} sizes={sizes} />
        <source type="image/webp" srcSet={webp} sizes={sizes} />
        <img src={webp1280} alt="" width={1600} height={900} fetchPriority="high" decoding="sync" />
      </picture>
      <div className="container-xl">
        <div className="hero-text">
          <h1>{t('hero.heading')}</h1>
          <p>{t('hero.text')}</p>
          <Link className="btn btn-primary btn-lg" to={paths.shop}>
            {t('hero.button')}
          </Link>
        </div>
      </div>
    </section>
  );
};
