import { useTranslation } from 'react-i18next';
import { sellerLevels } from '#contract/reseller.ts';
import { refundDays } from '#contract/terms.ts';
import { formatLevelThreshold } from '#features/account/format-level-amount.ts';
import { ScreenTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';
import { Benefits, Explanation, PartnerHero } from './partner-sections.tsx';
import '#styles/content-screens.scss';

const heroPictures = ['candleset-trio-front.71152887.1200', 'spoons-set-front.0a81b4a4.1200', 'soapdish-chalk-front.169c648b.1200'];
const benefits = ['prices', 'commission', 'small', 'stories', 'green', 'stock', 'delivery', 'orders', 'person'] as const;
const strategies = ['retail', 'wholesale', 'online', 'dropshipping'] as const;
const rules = ['contract', 'truth', 'name', 'account'] as const;

const Register = () => {
  const { t } = useTranslation('partners');
  return (
    <Link className="btn btn-primary btn-lg" to={paths.registerToResell}>
      {t('register')}
    </Link>
  );
};

const Strategies = () => {
  const { t } = useTranslation('partners');
  return (
    <section className="container-xl partner-strategies" aria-labelledby="strategies">
      <h2 id="strategies">{t('reselling.strategies.heading')}</h2>
      <ol>
        {strategies.map((name) => (
          <li key={name}>
            <h3>{t(`reselling.strategies.${name}`)}</h3>
            <p>{t(`reselling.strategies.${name}Text`)}</p>
            <p className="quiet">{t(`reselling.strategies.${name}Tip`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
};

/** The seller levels: thresholds (with a dollar sign) and commissions. */
const Levels = () => {
  const { t } = useTranslation('partners');
  return (
    <section aria-labelledby="levels">
      <h2 id="levels">{t('reselling.levels.heading')}</h2>
      <p>{t('reselling.levels.text')}</p>
      <table className="partner-levels" aria-labelledby="levels">
        <thead>
          <tr>
            <th scope="col">{t('reselling.levels.level')}</th>
            <th scope="col">{t('reselling.levels.sales')}</th>
            <th scope="col">{t('reselling.levels.commission')}</th>
          </tr>
        </thead>
        <tbody>
          {sellerLevels.map(({ level, from, commission }) => (
            <tr key={level}>
              <th scope="row">{level}</th>
              <td>{from === 0 ? t('reselling.levels.start') : t('reselling.levels.from', { amount: formatLevelThreshold(from) })}</td>
              <td>{commission === 0 ? t('reselling.levels.none') : t('reselling.levels.percent', { percent: commission })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

const Rules = () => {
  const { t } = useTranslation('partners');
  return (
    <section aria-labelledby="rules">
      <h2 id="rules">{t('reselling.rules.heading')}</h2>
      <ol className="partner-rules">
        <li>{t('reselling.rules.issues', { count: refundDays.resellerIssue })}</li>
        {rules.map((rule) => (
          <li key={rule}>{t(`reselling.rules.${rule}`)}</li>
        ))}
      </ol>
      <p className="quiet">{t('reselling.rules.statutory')}</p>
    </section>
  );
};

/** Reselling: explanation, nine benefits, four strategies, seller levels and rules, and Register, which links to registration. */
export const ResellingScreen = () => {
  const { t } = useTranslation('partners');
  return (
    <div className="partner-page">
      <ScreenTitle name="reselling" />
      <PartnerHero heading={t('reselling.heading')} lead={t('reselling.lead')} stems={heroPictures}>
        <Register />
      </PartnerHero>
      <Explanation heading={t('reselling.what')} stem="trinket-blush-front.6f86d3d7.1200">
        <p>{t('reselling.text')}</p>
        <p>{t('reselling.how')}</p>
      </Explanation>
      <Benefits
        heading={t('reselling.benefits.heading')}
        items={benefits.map((name) => ({ name: t(`reselling.benefits.${name}`), text: t(`reselling.benefits.${name}Text`) }))}
      />
      <Strategies />
      <div className="container-xl partner-terms">
        <Levels />
        <Rules />
      </div>
      <section className="container-xl partner-call" aria-labelledby="ready">
        <h2 id="ready">{t('reselling.ready')}</h2>
        <div>
          <p>{t('reselling.readyText')}</p>
          <Register />
        </div>
      </section>
    </div>
  );
};
