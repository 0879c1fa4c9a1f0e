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
import avif2400 from './pictures/hero-2400.avif';
import webp2400 from './pictures/hero-2400.webp';

const avif = `${avif640} 640w, ${avif960} 960w, ${avif1280} 1280w, ${avif1600} 1600w, ${avif2400} 2400w`;
const webp = `${webp640} 640w, ${webp960} 960w, ${webp1280} 1280w, ${webp1600} 1600w, ${webp2400} 2400w`;

/**
 * On phones the picture is cropped at its sides, so it is wider than the viewport. 533 px at a density of three is 1,600: no phone, upright
 * or on its side, loads the widest file.
 */
const sizes =
  '(max-width: 480px) min(125vw, 533px), (max-width: 991px) and (min-resolution: 2.5dppx) 533px, (max-width: 675px) 675px, 100vw';

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
