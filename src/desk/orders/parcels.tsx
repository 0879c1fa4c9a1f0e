import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import type { Parcel } from '#contract/desk/orders.ts';
import { useRead } from '#desk/desk-api.ts';
import { Fetched } from '#desk/parts/fetched.tsx';

/** Loads the parcels that the URL names (see `orderPaths`), in this order, and lists unknown ids. */
export const Parcels = ({ children }: { readonly children: (parcels: readonly Parcel[]) => ReactNode }) => {
  const { t } = useTranslation('desk-orders');
  const [params] = useSearchParams();
  return (
    <Fetched query={useRead(deskEndpoints.printedOrders, { ids: params.get('ids') ?? '' })}>
      {({ items, missing }) => (
        <>
          {missing.length > 0 && <p role="status">{t('missing', { ids: missing.join(', ') })}</p>}
          {children(items)}
        </>
      )}
    </Fetched>
  );
};
