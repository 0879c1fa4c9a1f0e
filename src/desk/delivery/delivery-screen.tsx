import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deskEndpoints, deskPages } from '#contract/desk/endpoints.ts';
import type { DeskDelivery } from '#contract/desk/settings.ts';
import { callTo, type Query, useRead } from '#desk/desk-api.ts';
import { useChange } from '#desk/parts/change-form.tsx';
import { BackLinks, DeskHeading, useSay } from '#desk/parts/desk-heading.tsx';
import { changedAt, withoutAt } from '#desk/parts/edited-rows.ts';
import { Fetched } from '#desk/parts/fetched.tsx';
import { RowButton } from '#desk/parts/row.tsx';
import { TextField, type TextFieldProps } from '#desk/parts/text-field.tsx';
import { Checkbox } from '#shared/ui/field.tsx';
import { type DeliveryDraft, readDraft, toDraft } from './delivery-draft.ts';

type PartProps = {
  readonly draft: DeliveryDraft;
  readonly onType: (some: Partial<DeliveryDraft>) => void;
  /** The names of the fields that are wrong. */
  readonly wrong: readonly string[];
};

/** A field that says what it must be like where it is wrong. */
const DraftField = ({
  name,
  wrong,
  rule,
  ...field
}: TextFieldProps & { readonly name: string; readonly wrong: readonly string[]; readonly rule: string }) => {
  const id = useId();
  const isWrong = wrong.includes(name);
  return (
    <TextField {...field} name={name} aria-invalid={isWrong} aria-describedby={isWrong ? id : undefined}>
      {isWrong && (
        <p id={id} className="field-error">
          {rule}
        </p>
      )}
    </TextField>
  );
};

const Standard = ({ draft, onType, wrong }: PartProps) => {
  const { t } = useTranslation('desk-delivery');
  return (
    <section className="desk-panel">
      <h2>{t('standard.heading')}</h2>
      <p className="quiet">{t('standard.text')}</p>
      <div className="desk-delivery-row">
        {(['cap', 'freeFrom', 'giftWrap'] as const).map((name) => (
          <DraftField
            key={name}
            name={name}
            wrong={wrong}
            rule={t('rules.amount')}
            label={t(`standard.${name}`)}
            inputMode="decimal"
            value={draft[name]}
            onText={(text) => onType({ [name]: text })}
          />
        ))}
      </div>
    </section>
  );
};

const Ways = ({ draft: { ways }, onType, wrong }: PartProps) => {
  const { t } = useTranslation('desk-delivery');
  const set = (at: number, some: Partial<(typeof ways)[number]>) => onType({ ways: changedAt(ways, at, some) });
  return (
    <section className="desk-panel">
      <h2>{t('ways.heading')}</h2>
      <p className="quiet">{t('ways.text')}</p>
      {ways.map(({ name, surcharge, days }, at) => (
        // A row is identified by its index, because its name is being typed.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={at} className="desk-delivery-row is-way">
          <DraftField
            name={`ways.${at}.name`}
            {...{ wrong, rule: t('rules.name'), label: t('name'), of: name, value: name }}
            onText={(text) => set(at, { name: text })}
          />
          <DraftField
            name={`ways.${at}.surcharge`}
            {...{ wrong, rule: t('rules.amount'), label: t('surcharge'), of: name, value: surcharge, inputMode: 'decimal' }}
            onText={(text) => set(at, { surcharge: text })}
          />
          <DraftField
            name={`ways.${at}.courierDays`}
            {...{ wrong, rule: t('rules.days'), label: t('ways.days'), of: name, value: days }}
            onText={(text) => set(at, { days: text })}
          />
          <RowButton name={name} onPress={() => onType({ ways: withoutAt(ways, at) })}>
            {t('remove')}
          </RowButton>
        </div>
      ))}
      {wrong.includes('ways') && <p className="field-error">{t('rules.ways')}</p>}
      <button
        type="button"
        className="btn btn-outline-primary"
        onClick={() => onType({ ways: [...ways, { id: '', name: '', surcharge: '', days: '1' }] })}
      >
        {t('ways.add')}
      </button>
    </section>
  );
};

const Collection = ({ draft: { isCollected, collection }, onType, wrong }: PartProps) => {
  const { t } = useTranslation('desk-delivery');
  return (
    <section className="desk-panel">
      <h2>{t('collection.heading')}</h2>
      <Checkbox
        id="is-collected"
        name="isCollected"
        isOptional
        error={undefined}
        isChecked={isCollected}
        onChange={(isOn) => onType({ isCollected: isOn })}
      >
        {t('collection.offer')}
      </Checkbox>
      {isCollected && (
        <div className="desk-delivery-row">
          {(['name', 'address', 'hours'] as const).map((name) => (
            <DraftField
              key={name}
              name={`collection.${name}`}
              wrong={wrong}
              rule={t('rules.name')}
              label={t(`collection.${name}`)}
              {...(name !== 'name' && { rows: 3 })}
              value={collection[name]}
              onText={(text) => onType({ collection: { ...collection, [name]: text } })}
            />
          ))}
        </div>
      )}
    </section>
  );
};

const Regions = ({ draft: { regions }, onType, wrong }: PartProps) => {
  const { t } = useTranslation('desk-delivery');
  const set = (at: number, some: Partial<(typeof regions)[number]>) => onType({ regions: changedAt(regions, at, some) });
  return (
    <section className="desk-panel">
      <h2>{t('regions.heading')}</h2>
      <p className="quiet">{t('regions.text')}</p>
      {regions.map(({ name, outcodes, surcharge, isDelivered }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <div key={at} className="desk-delivery-row is-region">
          <DraftField
            name={`regions.${at}.name`}
            {...{ wrong, rule: t('rules.name'), label: t('name'), of: name, value: name }}
            onText={(text) => set(at, { name: text })}
          />
          <DraftField
            name={`regions.${at}.outcodes`}
            {...{ wrong, rule: t('rules.outcodes'), label: t('regions.outcodes'), of: name, value: outcodes, rows: 2 }}
            onText={(text) => set(at, { outcodes: text })}
          />
          <Checkbox
            id={`delivered-${at}`}
            name={`regions.${at}.isDelivered`}
            isOptional
            error={undefined}
            isChecked={isDelivered}
            onChange={(isOn) => set(at, { isDelivered: isOn })}
          >
            {t('regions.isDelivered')}
            <span className="visually-hidden"> {name}</span>
          </Checkbox>
          {isDelivered && (
            <DraftField
              name={`regions.${at}.surcharge`}
              {...{ wrong, rule: t('rules.amount'), label: t('surcharge'), of: name, value: surcharge, inputMode: 'decimal' }}
              onText={(text) => set(at, { surcharge: text })}
            />
          )}
          <RowButton name={name} onPress={() => onType({ regions: withoutAt(regions, at) })}>
            {t('remove')}
          </RowButton>
        </div>
      ))}
      <button
        type="button"
        className="btn btn-outline-primary"
        onClick={() => onType({ regions: [...regions, { name: '', outcodes: '', surcharge: '', isDelivered: true }] })}
      >
        {t('regions.add')}
      </button>
    </section>
  );
};

/** The form keeps what was typed while somebody else changes the same; a press on the note shows theirs. */
const DeliveryForm = ({ found, refetch }: { readonly found: DeskDelivery } & Pick<Query<DeskDelivery>, 'refetch'>) => {
  const { t } = useTranslation('desk-delivery');
  const [draft, setDraft] = useState(() => toDraft(found.options));
  const [seen, setSeen] = useState(found.version);
  const [isChecked, setIsChecked] = useState(false);
  const say = useSay();
  const show = (now: DeskDelivery) => {
    setDraft(toDraft(now.options));
    setSeen(now.version);
    setIsChecked(false);
  };
  const { change, isBusy, note } = useChange(() => void refetch().then(({ data }) => data && show(data)));
  const { options, wrong } = readDraft(draft);
  const shown = isChecked ? wrong : [];
  const part: PartProps = { draft, wrong: shown, onType: (some) => setDraft({ ...draft, ...some }) };
  const save = () => {
    say('');
    if (!options) return setIsChecked(true);
    return void change(callTo(deskEndpoints.changeDelivery, { options, version: seen }), { successMessage: t('saved'), onDone: show });
  };
  return (
    <form
      className="desk-stack desk-delivery"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Standard {...part} />
      <Ways {...part} />
      <Collection {...part} />
      <Regions {...part} />
      {note}
      <div role="alert">{shown.length > 0 && <p className="field-error">{t('wrong')}</p>}</div>
      <div className="desk-actions">
        <button type="submit" className="btn btn-primary" aria-disabled={isBusy} aria-busy={isBusy}>
          {t('save')}
        </button>
      </div>
    </form>
  );
};

/** What delivery costs beside that of each item, and other ways to get an order. */
export const DeliveryScreen = () => {
  const { t } = useTranslation('desk-delivery');
  const query = useRead(deskEndpoints.delivery, {});
  return (
    <>
      <BackLinks to={deskPages.settings} title={t('back')} />
      <DeskHeading title={t('heading')} lead={t('lead')} />
      <Fetched query={query}>{(found) => <DeliveryForm found={found} refetch={query.refetch} />}</Fetched>
    </>
  );
};
