import { useSearchParams } from 'react-router-dom';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { useRead } from '#desk/desk-api.ts';

/** The parcels of the address, as `orderPaths` names them, in this order. */
export const useParcels = () => {
  const [params] = useSearchParams();
  return useRead(deskEndpoints.printedOrders, { ids: params.get('ids') ?? '' });
};
