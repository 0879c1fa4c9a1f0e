import { useTranslation } from 'react-i18next';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import type { MovedParcels, OrderRow } from '#contract/desk/orders.ts';
import { useAnswered } from '#desk/parts/use-answered.ts';
import { type ApiError, asApiError } from '#shared/api/api-error.ts';
import { useOutcomeHeading } from '#shared/hooks/use-view-heading.ts';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Link } from '#shared/ui/link.tsx';
import { orderPaths } from './order-paths.ts';

type MovedNoteProps = { readonly moved: MovedParcels; readonly what: 'packing' | 'sent' };

/** For a call for many orders that is used for one: throws why the order was not moved. */
export const checkMoved = ({ refused: [refusal] }: MovedParcels): void => {
  if (refusal) throw { status: 409, code: 'changed', message: refusal.message } satisfies ApiError;
};

/**
 * What a press that moves many orders did: how many, and which it could not move and why. Takes the focus, because the pressed button may be gone.
 */
export const MovedNote = ({ moved: { done, unchanged, refused }, what }: MovedNoteProps) => {
  const { t } = useTranslation('desk-orders');
  const noteRef = useOutcomeHeading(true);
  return (
    <div ref={noteRef} tabIndex={-1} role="status" className="desk-said">
      {done.length > 0 && <p>{t(`moved.${what}`, { count: done.length })}</p>}
      {unchanged.length > 0 && <p>{t('moved.unchanged', { count: unchanged.length })}</p>}
      {refused.length > 0 && (
        <>
          <p>{t('moved.refused', { count: refused.length })}</p>
          <ul>
            {refused.map(({ id, buyer, at, message }) => (
              <li key={`${at} ${id}`}>
                {buyer === '' ? id : <Link to={orderPaths.one(id)}>{buyer}</Link>}: {message}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
};

type Parcel = Pick<OrderRow, 'id' | 'version' | 'replacement' | 'status'>;

/** Starts the packing of many orders at once; `note` says what became of each. */
export const usePacking = () => {
  const { send, answer, error, isBusy } = useAnswered(deskEndpoints.startPacking);
  return {
    /** Orders that are paid and not packed yet; an exchange has no such step. */
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
