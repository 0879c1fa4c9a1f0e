import { deskEndpoints } from '#contract/desk/endpoints.ts';
import type { OrderRow } from '#contract/desk/orders.ts';
import { useAnswered } from '#desk/desk-api.ts';
import { asApiError } from '#shared/api/api-error.ts';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { MovedNote } from './moved-note.tsx';

type Parcel = Pick<OrderRow, 'id' | 'version' | 'replacement' | 'status'>;

/** Starts the packing of many orders at once, each of which says for itself what came of it: `note` has it. */
export const usePacking = () => {
  const { send, answer, error, isBusy } = useAnswered(deskEndpoints.startPacking);
  return {
    /** Those that are paid and not packed yet; an exchange has no such step. */
    of: <Each extends Parcel>(parcels: readonly Each[]) =>
      parcels.filter(({ status, replacement }) => status === 'confirmed' && replacement === null),
    start: async (orders: readonly Parcel[]) => {
      if (!isBusy) await send({ orders: orders.map(({ id, version }) => ({ id, version })) });
    },
    note: (
      <>
        {answer && <MovedNote moved={answer} what="packing" />}
        {error && <FailureNote error={asApiError(error)} />}
      </>
    ),
    isBusy,
  };
};
