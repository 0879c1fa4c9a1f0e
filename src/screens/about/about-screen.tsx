import { useTranslation } from 'react-i18next';
import { pictureAddress } from '#contract/picture.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { useFragment } from '#shared/hooks/use-fragment.ts';
import { ScreenTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { shop } from '#shared/shop.ts';
import { Breadcrumbs } from '#shared/ui/breadcrumbs.tsx';
import { FactTable } from '#shared/ui/fact-table.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Evidence } from './evidence.tsx';
import { Materials } from './materials.tsx';
import { Questions } from './questions.tsx';
import { WorkshopMap, workshops } from './workshop-map.tsx';
import '#styles/content-screens.scss';

const pictures = [
  ['spoons', 'spoons-set-front.0a81b4a4.1200', '(min-width: 1700px) 428px, (min-width: 1200px) 376px, (min-width: 768px) 31vw, 94vw'],
  ['mug', 'mug-oat-alt.67197578.1200', '(min-width: 1700px) 428px, (min-width: 1200px) 376px, (min-width: 768px) 31vw, 46vw'],
  ['throw', 'throw-oat-front.84688f8e.1200', '(min-width: 1700px) 428px, (min-width: 1200px) 376px, (min-width: 768px) 31vw, 46vw'],
] as const;

const chapters = ['story', 'workshops', 'materials', 'evidence', 'questions'] as const;

const Workshops = () => {
  const { t } = useTranslation('about');
  return (
    <>
      <p className="about-intro">{t('workshops.intro')}</p>
      <div className="about-workshops">
        <WorkshopMap />
        <FactTable
          caption={t('workshops.heading')}
          heads={[t('workshops.place'), t('workshops.who'), t('workshops.what')]}
          rows={workshops.map((id) => ({
            id,
            cells: [t(`workshops.${id}.place`), t(`workshops.${id}.who`), t(`workshops.${id}.what`)],
          }))}
        />
      </div>
    </>
  );
};

const Story = () => {
  const { t } = useTranslation('about');
  return (
    <div className="prose">
      <p>{t('story.first')}</p>
      <p>{t('story.second')}</p>
      <p>{t('story.third')}</p>
      <p className="quiet">{t('story.sample')}</p>
    </div>
  );
};

const contents = { story: Story, workshops: Workshops, materials: Materials, evidence: Evidence, questions: Questions } as const;

/** The makers, the materials, and the proof of every environmental claim. */
export const AboutScreen = () => {
  const { t } = useTranslation(['about', 'titles']);
  useFragment();
  return (
    <article className="container-xl about">
      <ScreenTitle name="about" />
      <Breadcrumbs name={t('titles:about')} />
      <header className="about-head">
        <h1>{t('heading')}</h1>
        <p className="post-lead">{t('lead', { shop: shop.name })}</p>
        <nav aria-label={t('contents.label')}>
          <ul className="link-row">
            {chapters.map((id) => (
              <li key={id}>
                <Link to={`#${id}`}>{t(`contents.${id}`)}</Link>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <div className="about-pictures">
        {pictures.map(([id, stem, sizes], index) => (
          <ProductPicture
            key={id}
            image={{ src: pictureAddress(stem), alt: t(`pictures.${id}`) }}
            sizes={sizes}
            when={index === 0 ? 'first' : 'early'}
          />
        ))}
      </div>
      {chapters.map((id) => {
        const Content = contents[id];
        return (
          <section key={id} aria-labelledby={id}>
            <h2 id={id} tabIndex={-1}>
              {t(`${id}.heading`)}
            </h2>
            <Content />
          </section>
        );
      })}
      <section className="about-end" aria-labelledby="end">
        <h2 id="end">{t('end.heading')}</h2>
        <p>{t('end.text')}</p>
        <div className="button-row">
          <Link className="btn btn-primary" to={paths.shop}>
            {t('end.shop')}
          </Link>
          <Link className="btn btn-outline-primary" to={paths.contact}>
            {t('end.contact')}
          </Link>
        </div>
      </section>
    </article>
  );
};
