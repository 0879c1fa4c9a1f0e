import type { RouteObject } from 'react-router-dom';
import { deskPath } from '#contract/desk/endpoints.ts';
import { DeskErrorScreen } from './error-screen.tsx';
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
      { path: 'refunds', lazy: async () => ({ Component: (await import('./refunds/refunds-screen.tsx')).RefundsScreen }) },
      { path: 'refunds/:reference', lazy: async () => ({ Component: (await import('./refunds/refund-screen.tsx')).RefundScreen }) },
      { path: 'messages', lazy: async () => ({ Component: (await import('./messages/messages-screen.tsx')).MessagesScreen }) },
      { path: 'messages/:reference', lazy: async () => ({ Component: (await import('./messages/message-screen.tsx')).MessageScreen }) },
      { path: 'products', lazy: async () => ({ Component: (await import('./products/products-screen.tsx')).ProductsScreen }) },
      { path: 'products/new', lazy: async () => ({ Component: (await import('./products/product-screen.tsx')).NewProductScreen }) },
      { path: 'products/:productId', lazy: async () => ({ Component: (await import('./products/product-screen.tsx')).ProductScreen }) },
      { path: '*', lazy: async () => ({ Component: (await import('./not-found-screen.tsx')).DeskNotFoundScreen }) },
    ],
  },
];
