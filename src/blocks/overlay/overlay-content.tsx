import type { ComponentProps } from 'react';
import { CompareDrawer } from '#blocks/compare-drawer/compare-drawer.tsx';
import { MiniCart } from '#blocks/mini-cart/mini-cart.tsx';
import { MobileMenu } from '#blocks/mobile-menu/mobile-menu.tsx';
import { Lightbox } from '#blocks/product-view/lightbox.tsx';
import { QuickView } from '#blocks/quick-view/quick-view.tsx';
import { SearchSheet } from '#blocks/search-sheet/search-sheet.tsx';
import { ShopLinks } from '#blocks/shop-links/shop-links.tsx';
import { ShopChat } from '#features/chat/shop-chat.tsx';

/** What the header opens: menu and search on phones, mini-cart and shop menu on desktops. */
const ofHeader = { menu: MobileMenu, search: SearchSheet, cart: MiniCart, shop: ShopLinks } as const;

type OverlayProps =
  | { readonly kind: keyof typeof ofHeader; readonly isOpen: boolean; readonly onClose: () => void }
  | ({ readonly kind: 'chat' } & ComponentProps<typeof ShopChat>)
  | ({ readonly kind: 'compare' } & ComponentProps<typeof CompareDrawer>)
  | ({ readonly kind: 'lightbox' } & ComponentProps<typeof Lightbox>)
  | ({ readonly kind: 'quick-view' } & ComponentProps<typeof QuickView>);

export const OverlayContent = (overlay: OverlayProps) => {
  const { kind } = overlay;
  if (kind === 'chat') return <ShopChat {...overlay} />;
  if (kind === 'compare') return <CompareDrawer {...overlay} />;
  if (kind === 'lightbox') return <Lightbox {...overlay} />;
  if (kind === 'quick-view') return <QuickView {...overlay} />;
  const Content = ofHeader[kind];
  return <Content {...overlay} />;
};
