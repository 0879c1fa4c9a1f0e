import { useTranslation } from 'react-i18next';
import { picturePath } from '#contract/picture.ts';
import { daysToDeliver, daysToRefund, refundDays } from '#contract/terms.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { useFragment } from '#shared/hooks/use-fragment.ts';
import { ScreenTitle } from '#shared/page-title.tsx';
import { paths, screenPaths } from '#shared/paths.ts';
import { useShop } from '#shared/shop.tsx';
import { Breadcrumbs } from '#shared/ui/breadcrumbs.tsx';
import { FactTable } from '#shared/ui/fact-table.tsx';
import { Link } from '#shared/ui/link.tsx';
import { LinkedText } from '#shared/ui/linked-text.tsx';
import { WorkshopMap, workshops } from './workshop-map.tsx';
import '#styles/content-screens.scss';

const materials = [
  ['clay', 'espresso-chalk-front.9a4ba317.1200'],
  ['wood', 'board-oak-front.2a55c1da.1200'],
  ['wool', 'throw-oat-front.84688f8e.1200'],
  ['linen', 'towels-trio-front.d1f162b9.1200'],
  ['jute', 'basket-cream-front.4e5e1065.1200'],
  ['wax', 'soap-trio-front.cf2b1991.1200'],
] as const;

/** Each material: its use, its origin, and what is unknown about it. */
const Materials = () => {
  const { t } = useTranslation('about');
  return (
    <>
      <p className="about-intro">{t('materials.intro')}</p>
      <ul className="about-materials">
        {materials.map(([id, stem]) => (
          <li key={id}>
            <ProductPicture
              image={{ src: picturePath(stem), alt: t(`materials.${id}.alt`) }}
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

/** The shop's claims about people and the environment: keys below `evidence` in about.json, with the scope and proof of each. */
export const claims = [
  'hand',
  'small',
  'packing',
  'recycling',
  'offcuts',
  'reuse',
  'wrapping',
  'undyed',
  'regional',
  'food',
  'vegan',
] as const;

/** Every claim about people and the environment with its scope and proof, marked as a sample. */
const Evidence = () => {
  const { t } = useTranslation('about');
  return (
    <>
      <p className="about-intro">{t('evidence.intro')}</p>
      <div className="note">
        <p>
          <strong>{t('evidence.sampleNote')}</strong>
        </p>
      </div>
      <FactTable
        caption={t('evidence.heading')}
        heads={[t('evidence.claim'), t('evidence.scope'), t('evidence.proof')]}
        rows={claims.map((id) => ({
          id,
          cells: [
            t(`evidence.${id}.claim`),
            t(`evidence.${id}.scope`),
            <>
              <span className="about-sample">{t('evidence.sample')}</span> {t(`evidence.${id}.proof`)}
            </>,
          ],
        }))}
      />
      <p>{t('evidence.none')}</p>
    </>
  );
};

/** The targets of the links in about.json, by their tags: `<contact>…</contact>`. */
export const aboutLinks: Readonly<Record<string, string>> = {
  ...screenPaths,
  stoneware: paths.post('looking-after-stoneware'),
  wood: paths.post('caring-for-wood'),
};

const groups = [
  { heading: 'delivery', questions: [['cost'], ['where'], ['long', daysToDeliver], ['collect'], ['gift']] },
  {
    heading: 'returns',
    questions: [
      ['mind', refundDays.changedMind],
      ['broken', refundDays.damaged],
      ['paid', daysToRefund],
    ],
  },
  { heading: 'care', questions: [['wash'], ['same'], ['chip']] },
  { heading: 'reselling', questions: [['resell'], ['issue', refundDays.resellerIssue], ['shop']] },
] as const;

/** The FAQ: delivery, returns, care and reselling. A question is its key in about.json and the days in its answer. */
const Questions = () => {
  const { t } = useTranslation('about');
  return (
    <div className="about-questions">
      {groups.map(({ heading, questions }) => (
        <section key={heading} aria-labelledby={`questions-${heading}`}>
          <h3 id={`questions-${heading}`}>{t(`questions.${heading}`)}</h3>
          {questions.map(([id, days = 0]) => (
            <details key={id}>
              <summary>{t(`questions.${id}.question`)}</summary>
              <p>
                <LinkedText text={t(`questions.${id}.answer`, { days })} to={aboutLinks} />
              </p>
            </details>
          ))}
        </section>
      ))}
    </div>
  );
};

const small = '(min-width: 1700px) 428px, (min-width: 1200px) 376px, (min-width: 768px) 31vw, 46vw';

const pictures = [
  ['table', 'scene-table.90eefb62.1200', '(min-width: 1700px) 866px, (min-width: 1200px) 762px, (min-width: 768px) 63vw, 94vw'],
  ['chair', 'scene-chair.a2a00b91.1200', small],
  ['sill', 'scene-sill.2e7d3241.1200', small],
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
    <div className="about-story">
      <div className="prose">
        <p>{t('story.first')}</p>
        <p>{t('story.second')}</p>
        <p>{t('story.third')}</p>
        <p className="quiet">{t('story.sample')}</p>
      </div>
      <ProductPicture
        image={{ src: picturePath('scene-parcel.06c7426e.1200'), alt: t('story.picture') }}
        sizes="(min-width: 1700px) 530px, (min-width: 1200px) 470px, (min-width: 992px) 40vw, 94vw"
      />
    </div>
  );
};

const contents = { story: Story, workshops: Workshops, materials: Materials, evidence: Evidence, questions: Questions } as const;

/** The makers, the materials, and the proof of every environmental claim. */
export const AboutScreen = () => {
  const shop = useShop();
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
            image={{ src: picturePath(stem), alt: t(`pictures.${id}`) }}
            sizes={sizes}
            loadOrder={index === 0 ? 'first' : 'early'}
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
          <Link className="btn btn-primary" to={paths.contact}>
            {t('end.contact')}
          </Link>
          <Link className="btn btn-outline-primary" to={paths.shop}>
            {t('end.shop')}
          </Link>
        </div>
      </section>
    </article>
  );
};
