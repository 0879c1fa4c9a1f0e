import { useTranslation } from 'react-i18next';
import { daysToDeliver, daysToPayBack, refundDays } from '#contract/terms.ts';
import { paths, screenPaths } from '#shared/paths.ts';
import { LinkedText } from '#shared/ui/linked-text.tsx';

/** The targets of the links in about.json, by their tags: `<contact>…</contact>`. */
export const aboutLinks: Readonly<Record<string, string>> = {
  ...screenPaths,
  stoneware: paths.post('looking-after-stoneware'),
  wood: paths.post('caring-for-wood'),
};

const groups = [
  { heading: 'delivery', questions: [['cost'], ['where'], ['long', daysToDeliver]] },
  {
    heading: 'returns',
    questions: [
      ['mind', refundDays.changedMind],
      ['broken', refundDays.damaged],
      ['paid', daysToPayBack],
    ],
  },
  { heading: 'care', questions: [['wash'], ['same'], ['chip']] },
  { heading: 'reselling', questions: [['resell'], ['issue', refundDays.resellerIssue], ['shop']] },
] as const;

/** The FAQ: delivery, returns, care and reselling. A question is its key in about.json and the days in its answer. */
export const Questions = () => {
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
