import { useTranslation } from 'react-i18next';
import { SearchBox } from '#blocks/search-box/search-box.tsx';
import { ShopLinks } from '#blocks/shop-links/shop-links.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Icon } from '#shared/ui/icon.tsx';

/** The search of a phone: its field, which has the focus, and what the shop sells. */
export const SearchSheet = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const { t } = useTranslation('common');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} label={t('search.label')} className="search-sheet">
      <div className="search-sheet-row">
        <SearchBox onSearched={onClose} />
        <button type="button" className="icon-button" aria-label={t('close')} onClick={onClose}>
          <Icon name="cross" />
        </button>
      </div>
      <ShopLinks onClose={onClose} />
    </Dialog>
  );
};
