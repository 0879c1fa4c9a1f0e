import { useTranslation } from 'react-i18next';
import { deskEndpoints, deskPages } from '#contract/desk/endpoints.ts';
import type { DeskShop } from '#contract/desk/shop.ts';
import { callTo, useRead } from '#desk/desk-api.ts';
import { BackLinks, DeskHeading } from '#desk/parts/desk-heading.tsx';
import { changedAt, withoutAt } from '#desk/parts/edited-rows.ts';
import { Fetched } from '#desk/parts/fetched.tsx';
import { RowButton } from '#desk/parts/row.tsx';
import { typedNumber } from '#desk/parts/typed-number.ts';
import { Checkbox } from '#shared/ui/field.tsx';
import { ShopField } from './shop-field.tsx';
import { type FoundShop, useShopForm } from './use-shop-form.ts';

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

const twoDigits = (number: number): string => String(number).padStart(2, '0');

const toDraft = ({ days: { workingDays, cutOff, dispatchDays, courierDays, closed } }: DeskShop) => ({
  workingDays,
  cutOff: `${twoDigits(Math.floor(cutOff / 60))}:${twoDigits(cutOff % 60)}`,
  dispatchDays: String(dispatchDays),
  courierMin: String(courierDays.min),
  courierMax: String(courierDays.max),
  closed,
});

type Draft = ReturnType<typeof toDraft>;

const minutesOf = (time: string): number => {
  const [hours = '', minutes = ''] = time.split(':');
  return hours === '' ? Number.NaN : Number(hours) * 60 + Number(minutes);
};

const toDays = ({ workingDays, cutOff, dispatchDays, courierMin, courierMax, closed }: Draft): DeskShop['days'] => ({
  workingDays: workingDays.toSorted((one, other) => one - other),
  cutOff: minutesOf(cutOff),
  dispatchDays: typedNumber(dispatchDays),
  courierDays: { min: typedNumber(courierMin), max: typedNumber(courierMax) },
  closed,
});

const DaysForm = (props: FoundShop) => {
  const { t } = useTranslation('desk-shop');
  const { draft, onType, errorOf, save, isBusy, note } = useShopForm(props, toDraft);
  const { workingDays, closed } = draft;
  return (
    <form
      noValidate
      className="desk-stack"
      onSubmit={(event) => {
        event.preventDefault();
        save((version) => callTo(deskEndpoints.changeDays, { version, days: toDays(draft) }));
      }}
    >
      <section className="desk-panel desk-shop-fields">
        <h2>{t('days.posting')}</h2>
        <fieldset>
          <legend>{t('days.workingDays')}</legend>
          <div className="desk-shop-days">
            {weekdays.map((day) => (
              <Checkbox
                key={day}
                id={`day-${day}`}
                name={`workingDays.${day}`}
                isOptional
                error={undefined}
                isChecked={workingDays.includes(day)}
                onChange={(isOn) => onType({ workingDays: isOn ? [...workingDays, day] : workingDays.filter((each) => each !== day) })}
              >
                {t(`days.weekdays.${day}`)}
              </Checkbox>
            ))}
          </div>
          {errorOf('days.workingDays') !== undefined && <p className="field-error">{t('days.noDay')}</p>}
        </fieldset>
        <ShopField
          label={t('days.cutOff')}
          hint={t('days.cutOffHint')}
          type="time"
          value={draft.cutOff}
          error={errorOf('days.cutOff')}
          onText={(cutOff) => onType({ cutOff })}
        />
        <ShopField
          label={t('days.dispatchDays')}
          hint={t('days.dispatchHint')}
          inputMode="numeric"
          value={draft.dispatchDays}
          error={errorOf('days.dispatchDays')}
          onText={(dispatchDays) => onType({ dispatchDays })}
        />
        <div className="desk-shop-pair">
          <ShopField
            label={t('days.courierMin')}
            inputMode="numeric"
            value={draft.courierMin}
            error={errorOf('days.courierDays')}
            onText={(courierMin) => onType({ courierMin })}
          />
          <ShopField
            label={t('days.courierMax')}
            inputMode="numeric"
            value={draft.courierMax}
            error={undefined}
            onText={(courierMax) => onType({ courierMax })}
          />
        </div>
      </section>
      <section className="desk-panel desk-shop-fields">
        <h2>{t('days.away')}</h2>
        <p className="quiet">{t('days.awayText')}</p>
        {closed.map(({ from, to, reason }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id of their own, and two may be alike while they are typed
          <div key={at} className="desk-shop-closed">
            <ShopField
              label={t('days.from')}
              type="date"
              value={from}
              error={errorOf(`days.closed.${at}`)}
              onText={(text) => onType({ closed: changedAt(closed, at, { from: text, ...(to < text && { to: text }) }) })}
            />
            <ShopField
              label={t('days.to')}
              type="date"
              value={to}
              error={undefined}
              onText={(text) => onType({ closed: changedAt(closed, at, { to: text }) })}
            />
            <ShopField
              label={t('days.reason')}
              value={reason}
              error={undefined}
              onText={(text) => onType({ closed: changedAt(closed, at, { reason: text }) })}
            />
            <RowButton name={from} onPress={() => onType({ closed: withoutAt(closed, at) })}>
              {t('days.remove')}
            </RowButton>
          </div>
        ))}
        <button
          type="button"
          className="btn btn-outline-primary"
          onClick={() => onType({ closed: [...closed, { from: '', to: '', reason: '' }] })}
        >
          {t('days.add')}
        </button>
      </section>
      {note}
      <div className="desk-actions">
        <button type="submit" className="btn btn-primary" aria-disabled={isBusy} aria-busy={isBusy}>
          {t('save')}
        </button>
      </div>
    </form>
  );
};

/** When parcels are posted, and when the seller is away. */
export const DaysScreen = () => {
  const { t } = useTranslation('desk-shop');
  const query = useRead(deskEndpoints.shop, {});
  return (
    <>
      <BackLinks to={deskPages.settings} title={t('back')} />
      <DeskHeading title={t('days.heading')} lead={t('days.lead')} />
      <Fetched query={query}>{(found) => <DaysForm found={found} refetch={query.refetch} />}</Fetched>
    </>
  );
};
