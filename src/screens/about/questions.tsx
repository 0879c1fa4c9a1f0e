import { useTranslation } from 'react-i18next';
import { daysToDeliver, daysToPayBack, refundDays } from '#contract/terms.ts';
import { LinkedText } from '#shared/ui/linked-text.tsx';
import { aboutLinks } from './about-links.ts';

const groups = [
  { heading: 'delivery', asked: [['cost'], ['where'], ['long', daysToDeliver]] },
  {
    heading: 'returns',
    asked: [
      ['mind', refundDays.changedMind],
      ['broken', refundDays.damaged],
      ['paid', daysToPayBack],
    ],
  },
  { heading: 'care', asked: [['wash'], ['same'], ['chip']] },
  { heading: 'reselling', asked: [['resell'], ['issue', refundDays.resellerIssue], ['shop']] },
] as const;

/** What people ask: delivery, returns, care and reselling; the answers fold away. */
export const Questions = () => {
  const { t } = useTranslation('about');
  return (
    <div className="about-questions">
      {groups.map(({ heading, asked }) => (
        <section key={heading} aria-labelledby={`questions-${heading}`}>
          <h3 id={`questions-${heading}`}>{t(`questions.${heading}`)}</h3>
          {asked.map(([id, days = 0]) => (
            <details key={id}>
              <summary>{t(`questions.${id}.ask`)}</summary>
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
