import { useTranslation } from 'react-i18next';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { callTo, useRead } from '#desk/desk-api.ts';
import { useChange } from '#desk/parts/change-form.tsx';

/** Takes the sample goods out of the shop by one press, and puts them back by another. */
export const Samples = () => {
  const { t } = useTranslation('desk-shop');
  const { data: shop } = useRead(deskEndpoints.shop, {});
  const { change, isBusy, note } = useChange();
  if (!shop) return null;
  const areShown = shop.samples > 0;
  const press = () =>
    void change(callTo(deskEndpoints.changeSamples, { areShown: !areShown }), {
      successMessage: t(areShown ? 'samples.removed' : 'samples.restored'),
    });
  return (
    <div className="desk-stack">
      <p>{areShown ? t('samples.some', { count: shop.samples }) : t('samples.none')}</p>
      {note}
      <div className="desk-actions">
        <button type="button" className="btn btn-outline-primary" aria-disabled={isBusy} aria-busy={isBusy} onClick={press}>
          {t(areShown ? 'samples.remove' : 'samples.restore')}
        </button>
      </div>
    </div>
  );
};
