import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { catalogueFormats, type ImportPlan } from '#contract/desk/catalogue.ts';
import { deskPages } from '#contract/desk/endpoints.ts';
import { Back } from '#desk/parts/back.tsx';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { useChange } from '#desk/parts/use-change.tsx';
import { Checkbox } from '#shared/ui/field.tsx';
import { useExportCatalogueMutation, useImportCatalogueMutation } from './shelf-api.ts';
import { ShelfLinks } from './shelf-links.tsx';

type Settings = { readonly setsStock: boolean; readonly addsCategories: boolean };

/** What the file would do: lines that cannot be taken, new products, and changed ones field by field. */
const Plan = ({ plan: { added, changed, unchanged, stockKept, notes, refused, isDone } }: { readonly plan: ImportPlan }) => {
  const { t } = useTranslation('desk-shelf');
  if (isDone) return null;
  return (
    <>
      <p role="status">
        {refused.length > 0
          ? t('import.refused', { count: refused.length })
          : t('import.plan', { added: added.length, changed: changed.length, unchanged })}
      </p>
      {refused.length === 0 && stockKept > 0 && <p>{t('import.stockKept', { count: stockKept })}</p>}
      {notes.length > 0 && (
        <section aria-labelledby="notes">
          <h2 id="notes">{t('import.notes')}</h2>
          <ul className="desk-outcomes">
            {notes.map(({ id, name, text }) => (
              <li key={`${id} ${text}`}>
                <strong>{name}</strong> <span className="quiet">{id}</span>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {refused.length > 0 && (
        <ul className="desk-outcomes" aria-label={t('import.cannot')}>
          {refused.map(({ where, why }) => (
            <li key={where}>
              <strong>{where}</strong>
              <p className="field-error">{why}</p>
            </li>
          ))}
        </ul>
      )}
      {added.length > 0 && (
        <section aria-labelledby="added">
          <h2 id="added">{t('import.new')}</h2>
          <ul className="desk-outcomes">
            {added.map(({ id, name }) => (
              <li key={id}>
                <strong>{name}</strong> <span className="quiet">{id}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {changed.map(({ id, name, fields }) => (
        <section key={id} className="desk-changed">
          <table>
            <caption>{t('import.changed', { name })}</caption>
            <thead>
              <tr>
                <th scope="col">{t('import.field')}</th>
                <th scope="col">{t('import.from')}</th>
                <th scope="col">{t('import.to')}</th>
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <tr key={field.name}>
                  <th scope="row">{field.name}</th>
                  <td>{field.from === '' ? <span className="quiet">{t('import.empty')}</span> : field.from}</td>
                  <td>{field.to === '' ? <span className="quiet">{t('import.empty')}</span> : field.to}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </>
  );
};

/** Downloads all products as a file. */
const Export = () => {
  const { t } = useTranslation('desk-shelf');
  const [exportCatalogue] = useExportCatalogueMutation();
  const { change, isBusy, note } = useChange(() => undefined);
  const download = (format: (typeof catalogueFormats)[number]) =>
    change(async () => {
      const { file } = await exportCatalogue({ format }).unwrap();
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([file], { type: format === 'csv' ? 'text/csv' : 'application/json' }));
      link.download = `products.${format}`;
      link.click();
      URL.revokeObjectURL(link.href);
    });
  return (
    <section className="desk-panel">
      <h2>{t('export.heading')}</h2>
      <p>{t('export.text')}</p>
      {note}
      <div className="desk-actions">
        {catalogueFormats.map((format) => (
          <button
            key={format}
            type="button"
            className="btn btn-outline-primary"
            aria-disabled={isBusy}
            onClick={() => void download(format)}
          >
            {t(`export.${format}`)}
          </button>
        ))}
      </div>
    </section>
  );
};

/** A file of products: first what it would do, and then, on a press, that, unless the catalogue has changed meanwhile. */
export const ImportScreen = () => {
  const { t } = useTranslation('desk-shelf');
  const id = useId();
  const [file, setFile] = useState<File>();
  const [settings, setSettings] = useState<Settings>({ setsStock: false, addsCategories: false });
  const [plan, setPlan] = useState<ImportPlan>();
  const [importCatalogue] = useImportCatalogueMutation();
  const send = async (chosen: File, version: number | null, wanted = settings) => {
    const format = chosen.name.toLowerCase().endsWith('.json') ? 'json' : 'csv';
    setPlan(await importCatalogue({ file: await chosen.text(), format, version, ...wanted }).unwrap());
  };
  const { change, isBusy, note } = useChange(() => void check(file));
  const check = async (chosen: File | undefined, wanted = settings) => {
    if (isBusy) return;
    setFile(chosen);
    setSettings(wanted);
    setPlan(undefined);
    if (chosen) await change(() => send(chosen, null, wanted));
  };
  const count = plan && !plan.isDone && plan.refused.length === 0 ? plan.added.length + plan.changed.length : 0;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (file && plan && count > 0) await change(() => send(file, plan.version));
  };
  return (
    <>
      <Back to={deskPages.products} title={t('back')} />
      <DeskHeading title={t('import.heading')} lead={t('import.lead')}>
        <ShelfLinks />
      </DeskHeading>
      <div role="status">
        {plan?.isDone && <p className="desk-said">{t('import.done', { added: plan.added.length, changed: plan.changed.length })}</p>}
      </div>
      {note}
      <form className="desk-send" onSubmit={(event) => void submit(event)}>
        <div className="field">
          <label htmlFor={id}>{t('import.file')}</label>
          <input
            id={id}
            type="file"
            accept=".csv,.json,text/csv,application/json"
            className="form-control desk-drop"
            // The same file, mended, can be chosen again.
            onClick={({ currentTarget }) => {
              currentTarget.value = '';
            }}
            onChange={(event) => void check(event.target.files?.[0])}
          />
        </div>
        {(['setsStock', 'addsCategories'] as const).map((name) => (
          <Checkbox
            key={name}
            id={`${id}${name}`}
            name={name}
            isOptional
            error={undefined}
            isChecked={settings[name]}
            onChange={(isChosen) => void check(file, { ...settings, [name]: isChosen })}
          >
            {t(`import.${name}`)}
          </Checkbox>
        ))}
        {isBusy && <p role="status">{t('import.busy')}</p>}
        {plan && <Plan plan={plan} />}
        {count > 0 && (
          <button type="submit" className="btn btn-primary btn-lg" aria-disabled={isBusy} aria-busy={isBusy}>
            {t('import.press', { count })}
          </button>
        )}
      </form>
      <Export />
    </>
  );
};
