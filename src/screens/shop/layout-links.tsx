import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Icon, type IconName } from '#shared/ui/icon.tsx';
import { type Layout, layouts } from './shop-variants.ts';

const icons: Readonly<Record<Layout, IconName>> = { 'grid-2': 'twoColumns', 'grid-3': 'threeColumns', list: 'rows' };

const Drawing = ({ layout, className }: { readonly layout: Layout; readonly className: string }) => {
  const { t } = useTranslation('shop');
  return (
    <span className={className}>
      <Icon name={icons[layout]} />
      <span className="visually-hidden">{t(`layouts.${layout}`)}</span>
    </span>
  );
};

type LayoutLinksProps = { readonly layout: Layout; readonly addressOf: (layout: Layout) => string };

/** How the goods stand: two columns, three, or a list. Three have no room on phones, where they are two. */
export const LayoutLinks = ({ layout, addressOf }: LayoutLinksProps) => {
  const { t } = useTranslation('shop');
  // On phones one link stands for both grids: the one that is current, if any is.
  const spare: Layout = layout === 'grid-3' ? 'grid-2' : 'grid-3';
  return (
    <ul className="layout-links" aria-label={t('layouts.label')}>
      {layouts.map((each) => (
        <li key={each} className={each === spare ? 'is-spare' : undefined}>
          <Link to={addressOf(each)} aria-current={each === layout ? 'true' : undefined}>
            {each === 'grid-3' && <Drawing layout="grid-2" className="below-md" />}
            <Drawing layout={each} className={each === 'grid-3' ? 'from-md' : ''} />
          </Link>
        </li>
      ))}
    </ul>
  );
};
