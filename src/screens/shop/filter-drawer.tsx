import { useTranslation } from 'react-i18next';
import type { Listing } from '#contract/listing.ts';
import { defaultChoice } from '#contract/listing-query.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Facets } from './facets.tsx';
import type { FilterActions } from './use-filter-actions.ts';
import type { ShopListing } from './use-shop-listing.ts';

type FilterDrawerProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly shown: ShopListing;
  readonly listing: Listing;
  readonly filterActions: FilterActions;
  readonly chosenCount: number;
};

/** The filters on phones: a drawer whose footer button shows the number of products. */
export const FilterDrawer = ({ isOpen, onClose, shown, listing, filterActions, chosenCount }: FilterDrawerProps) => {
  const { t } = useTranslation(['shop', 'common']);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} label={t('filter.label')} className="off-canvas filter-drawer">
      <div className="filter-drawer-head">
        <h2>{t('filter.open')}</h2>
        <button type="button" className="icon-button" aria-label={t('common:close')} onClick={onClose}>
          <Icon name="cross" />
        </button>
      </div>
      <Facets shown={shown} listing={listing} toggle={filterActions.toggle} />
      {/* The page's own live region is inert while the drawer is open. */}
      <p role="status" className="visually-hidden">
        {t('found', { count: listing.count })}
      </p>
      <div className="filter-drawer-foot">
        <button
          type="button"
          className="btn btn-outline-primary"
          aria-disabled={chosenCount === 0}
          onClick={() => chosenCount > 0 && filterActions.choose(() => ({ searchText: '', chosen: defaultChoice.chosen }))}
        >
          {t('chosen.clear')}
        </button>
        <button type="button" className="btn btn-primary" onClick={onClose}>
          {t('filter.show', { count: listing.count })}
        </button>
      </div>
    </Dialog>
  );
};
