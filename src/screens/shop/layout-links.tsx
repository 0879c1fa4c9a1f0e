import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import { type Layout, layouts } from './shop-variants.ts';

const icons: Readonly<Record<Layout | 'grid-4', IconName>> = {
  'grid-2': 'twoColumns',
  'grid-3': 'threeColumns',
  'grid-4': 'fourColumns',
  list: 'rows',
};

const LayoutIcon = ({ layout, className }: { readonly layout: Layout | 'grid-4'; readonly className: string }) => {
  const { t } = useTranslation('shop');
  return (
    <span className={className}>
      <Icon name={icons[layout]} />
      <span className="visually-hidden">{t(`layouts.${layout}`)}</span>
    </span>
  );
};

type LayoutLinksProps = {
  readonly layout: Layout;
  /** The grid of three columns has four on a wide screen. */
  readonly isWide: boolean;
  readonly addressOf: (layout: Layout) => string;
};

/** Links to the layouts: two columns, three, or a list. Phones show both grids with two columns. */
export const LayoutLinks = ({ layout, isWide, addressOf }: LayoutLinksProps) => {
  const { t } = useTranslation('shop');
  // Phones hide one of the two grid links: the one that is not current.
  const hiddenOnPhones: Layout = layout === 'grid-3' ? 'grid-2' : 'grid-3';
  return (
    <ul className="layout-links" aria-label={t('layouts.label')}>
      {layouts.map((each) => (
        <li key={each} className={each === hiddenOnPhones ? 'is-spare' : undefined}>
          <Link to={addressOf(each)} aria-current={each === layout ? 'true' : undefined}>
            {each === 'grid-3' && <LayoutIcon layout="grid-2" className="below-md" />}
            <LayoutIcon layout={each} className={each === 'grid-3' ? (isWide ? 'from-md below-xxl' : 'from-md') : ''} />
            {each === 'grid-3' && isWide && <LayoutIcon layout="grid-4" className="from-xxl" />}
          </Link>
        </li>
      ))}
    </ul>
  );
};
