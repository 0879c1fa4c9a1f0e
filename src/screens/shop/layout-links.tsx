import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Icon, type IconName } from '#shared/ui/icon.tsx';
import { type Layout, layouts } from './shop-variants.ts';

const icons: Readonly<Record<Layout, IconName>> = { 'grid-2': 'twoColumns', 'grid-3': 'threeColumns', list: 'rows' };

const LayoutIcon = ({ layout, className }: { readonly layout: Layout; readonly className: string }) => {
  const { t } = useTranslation('shop');
  return (
    <span className={className}>
      <Icon name={icons[layout]} />
      <span className="visually-hidden">{t(`layouts.${layout}`)}</span>
    </span>
  );
};

type LayoutLinksProps = { readonly layout: Layout; readonly addressOf: (layout: Layout) => string };

/** Links to the layouts: two columns, three, or a list. Phones show both grids with two columns. */
export const LayoutLinks = ({ layout, addressOf }: LayoutLinksProps) => {
  const { t } = useTranslation('shop');
  // Phones hide one of the two grid links: the one that is not current.
  const hiddenOnPhones: Layout = layout === 'grid-3' ? 'grid-2' : 'grid-3';
  return (
    <ul className="layout-links" aria-label={t('layouts.label')}>
      {layouts.map((each) => (
        <li key={each} className={each === hiddenOnPhones ? 'is-spare' : undefined}>
          <Link to={addressOf(each)} aria-current={each === layout ? 'true' : undefined}>
            {each === 'grid-3' && <LayoutIcon layout="grid-2" className="below-md" />}
            <LayoutIcon layout={each} className={each === 'grid-3' ? 'from-md' : ''} />
          </Link>
        </li>
      ))}
    </ul>
  );
};
