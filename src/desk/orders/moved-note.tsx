import { useTranslation } from 'react-i18next';
import type { ManyMoved } from '#contract/desk/orders.ts';
import type { ApiError } from '#shared/api/api-error.ts';
import { useOutcomeHeading } from '#shared/hooks/use-view-heading.ts';
import { Link } from '#shared/ui/link.tsx';
import { orderPaths } from './order-paths.ts';

type MovedNoteProps = { readonly moved: ManyMoved; readonly what: 'packing' | 'sent' };

/** Throws why a call that moves one order by way of many did not. */
export const checkMoved = ({ refused: [refusal] }: ManyMoved): void => {
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
