import { useTranslation } from 'react-i18next';
import { FactTable } from '#shared/ui/fact-table.tsx';

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
export const Evidence = () => {
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
