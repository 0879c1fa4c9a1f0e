import type { RouteObject } from 'react-router-dom';
import { deskPath } from '#contract/desk/endpoints.ts';
import { DeskErrorScreen, DeskNotFoundScreen } from './error-screens.tsx';
import { Shell } from './shell.tsx';

/** The routes of the desk; each screen is a chunk of its own. */
export const deskRoutes: RouteObject[] = [
  {
    path: deskPath,
    element: <Shell />,
    errorElement: <DeskErrorScreen />,
    hydrateFallbackElement: <div className="desk-loading" />,
    children: [
      { index: true, lazy: async () => ({ Component: (await import('./today/today-screen.tsx')).TodayScreen }) },
      { path: 'orders', lazy: async () => ({ Component: (await import('./orders/orders-screen.tsx')).OrdersScreen }) },
      { path: 'orders/send', lazy: async () => ({ Component: (await import('./orders/send-screen.tsx')).SendScreen }) },
      {
        path: 'orders/courier-file',
        lazy: async () => ({ Component: (await import('./orders/courier-file-screen.tsx')).CourierFileScreen }),
      },
      { path: 'orders/pick', lazy: async () => ({ Component: (await import('./orders/print-screens.tsx')).PickScreen }) },
      { path: 'orders/slips', lazy: async () => ({ Component: (await import('./orders/print-screens.tsx')).SlipsScreen }) },
      { path: 'orders/:orderId', lazy: async () => ({ Component: (await import('./orders/order-screen.tsx')).OrderScreen }) },
      { path: 'refunds', lazy: async () => ({ Component: (await import('./refunds/refund-screens.tsx')).RefundsScreen }) },
      { path: 'refunds/:reference', lazy: async () => ({ Component: (await import('./refunds/refund-screens.tsx')).RefundScreen }) },
      { path: 'messages', lazy: async () => ({ Component: (await import('./messages/message-screens.tsx')).MessagesScreen }) },
      { path: 'messages/:reference', lazy: async () => ({ Component: (await import('./messages/message-screens.tsx')).MessageScreen }) },
      { path: 'reviews', lazy: async () => ({ Component: (await import('./reviews/review-screens.tsx')).ReviewsScreen }) },
      { path: 'reviews/:reference', lazy: async () => ({ Component: (await import('./reviews/review-screens.tsx')).ReviewScreen }) },
      { path: 'vouchers', lazy: async () => ({ Component: (await import('./vouchers/voucher-screens.tsx')).VouchersScreen }) },
      { path: 'vouchers/new', lazy: async () => ({ Component: (await import('./vouchers/new-voucher-screen.tsx')).NewVoucherScreen }) },
      { path: 'vouchers/:code', lazy: async () => ({ Component: (await import('./vouchers/voucher-screens.tsx')).VoucherScreen }) },
      { path: 'products/import', lazy: async () => ({ Component: (await import('./shelf/import-screen.tsx')).ImportScreen }) },
      { path: 'products/categories', lazy: async () => ({ Component: (await import('./shelf/categories-screen.tsx')).CategoriesScreen }) },
      {
        path: 'products/search-words',
        lazy: async () => ({ Component: (await import('./shelf/search-words-screen.tsx')).SearchWordsScreen }),
      },
      { path: 'people', lazy: async () => ({ Component: (await import('./lead/people-screen.tsx')).PeopleScreen }) },
      { path: 'people/:personId', lazy: async () => ({ Component: (await import('./lead/person-screen.tsx')).PersonScreen }) },
      { path: 'figures', lazy: async () => ({ Component: (await import('./lead/figures-screen.tsx')).FiguresScreen }) },
      { path: 'settings', lazy: async () => ({ Component: (await import('./lead/settings-screen.tsx')).SettingsScreen }) },
      { path: 'settings/details', lazy: async () => ({ Component: (await import('./shop/details-screen.tsx')).DetailsScreen }) },
      { path: 'settings/days', lazy: async () => ({ Component: (await import('./shop/days-screen.tsx')).DaysScreen }) },
      { path: 'settings/look', lazy: async () => ({ Component: (await import('./shop/look-screen.tsx')).LookScreen }) },
      { path: 'settings/words', lazy: async () => ({ Component: (await import('./shop/words-screen.tsx')).WordsScreen }) },
      { path: 'settings/history', lazy: async () => ({ Component: (await import('./shop/history-screen.tsx')).HistoryScreen }) },
      { path: 'settings/delivery', lazy: async () => ({ Component: (await import('./delivery/delivery-screen.tsx')).DeliveryScreen }) },
      { path: 'products', lazy: async () => ({ Component: (await import('./products/products-screen.tsx')).ProductsScreen }) },
      { path: 'products/new', lazy: async () => ({ Component: (await import('./products/product-screen.tsx')).NewProductScreen }) },
      { path: 'products/:productId', lazy: async () => ({ Component: (await import('./products/product-screen.tsx')).ProductScreen }) },
      { path: '*', element: <DeskNotFoundScreen /> },
    ],
  },
];
