import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { catalogueFormats, type ImportPlan } from '#contract/desk/catalogue.ts';
import { deskEndpoints, deskPages } from '#contract/desk/endpoints.ts';
import { callTo } from '#desk/desk-api.ts';
import { SaveButton, useChange } from '#desk/parts/change-form.tsx';
import { BackLinks, DeskHeading } from '#desk/parts/desk-heading.tsx';
import { type ChosenFile, FileField } from '#desk/parts/file-field.tsx';
import { Panel } from '#desk/parts/row.tsx';
import { useAnswered } from '#desk/parts/use-answered.ts';
import { asApiError } from '#shared/api/api-error.ts';
import { FactTable } from '#shared/ui/fact-table.tsx';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Checkbox } from '#shared/ui/field.tsx';
import { ShelfLinks } from './shelf-links.tsx';

type Settings = { readonly setsStock: boolean; readonly addsCategories: boolean };

type OutcomesProps = {
  readonly title: string;
  readonly items: readonly { readonly id: string; readonly name: string; readonly text?: string }[];
};

const Outcomes = ({ title, items }: OutcomesProps) => {
  const headingId = useId();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
      <ul className="desk-outcomes">
        {items.map(({ id, name, text }) => (
          <li key={`${id} ${text}`}>
            <strong>{name}</strong> <span className="quiet">{id}</span>
            {text && <p>{text}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
};

/** What the file would do: lines that cannot be taken, new products, and changed ones field by field. */
const Plan = ({ plan: { added, changed, unchanged, stockKept, notes, refused } }: { readonly plan: ImportPlan }) => {
  const { t } = useTranslation('desk-shelf');
  const cellText = (value: string) => (value === '' ? <span className="quiet">{t('import.empty')}</span> : value);
  return (
    <>
      <p role="status">
        {refused.length > 0
          ? t('import.refused', { count: refused.length })
          : t('import.plan', { added: added.length, changed: changed.length, unchanged })}
      </p>
      {refused.length === 0 && stockKept > 0 && <p>{t('import.stockKept', { count: stockKept })}</p>}
      <Outcomes title={t('import.notes')} items={notes} />
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
      <Outcomes title={t('import.new')} items={added} />
      {changed.map(({ id, name, fields }) => (
        <section key={id} className="desk-changed">
          <h2>{t('import.changed', { name })}</h2>
          <FactTable
            caption={t('import.changed', { name })}
            heads={[t('import.field'), t('import.from'), t('import.to')]}
            rows={fields.map((field) => ({ id: field.name, cells: [field.name, cellText(field.from), cellText(field.to)] }))}
          />
        </section>
      ))}
    </>
  );
};

/** Downloads all products as a file. */
const Export = () => {
  const { t } = useTranslation('desk-shelf');
  return (
    <Panel title={t('export.heading')}>
      <p>{t('export.text')}</p>
      <div className="desk-actions">
        {catalogueFormats.map((format) => (
          <SaveButton key={format} call={callTo(deskEndpoints.exportCatalogue, { format })}>
            {t(`export.${format}`)}
          </SaveButton>
        ))}
      </div>
    </Panel>
  );
};

/** The server's limit for an imported file. */
const maxBytes = 5_000_000;

/**
 * Imports a file of products: shows first what it would change, and does that on a press, unless the catalogue has changed meanwhile. A file or a
 * setting that is chosen while another is checked takes its place.
 */
export const ImportScreen = () => {
  const { t } = useTranslation('desk-shelf');
  const id = useId();
  const [file, setFile] = useState<ChosenFile>();
  const [settings, setSettings] = useState<Settings>({ setsStock: false, addsCategories: false });
  const [imports, setImports] = useState(0);
  const trial = useAnswered(deskEndpoints.importCatalogue);
  const { change, isBusy: isImporting, note } = useChange(() => void check(file));
  const importParameters = (chosen: ChosenFile, version: number | null, wanted = settings) => {
    const format = chosen.name.toLowerCase().endsWith('.json') ? ('json' as const) : ('csv' as const);
    return { file: chosen.text, format, version, ...wanted };
  };
  const check = async (chosen: ChosenFile | undefined, wanted = settings) => {
    if (isImporting) return;
    setFile(chosen);
    setSettings(wanted);
    if (chosen) await trial.send(importParameters(chosen, null, wanted));
  };
  const isChecking = file !== undefined && trial.isBusy;
  const plan = file && !isChecking ? trial.answer : undefined;
  const failure = file && trial.error ? asApiError(trial.error) : undefined;
  const count = plan && plan.refused.length === 0 ? plan.added.length + plan.changed.length : 0;
  /** A file that is imported does not count any more, nor does its field name it. */
  const finish = () => {
    setFile(undefined);
    setImports(imports + 1);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!file || !plan || count === 0) return;
    const said = t('import.done', { added: plan.added.length, changed: plan.changed.length });
    await change(callTo(deskEndpoints.importCatalogue, importParameters(file, plan.version)), { successMessage: said, onDone: finish });
  };
  return (
    <>
      <BackLinks to={deskPages.products} title={t('back')} />
      <DeskHeading title={t('import.heading')} lead={t('import.lead')}>
        <ShelfLinks />
      </DeskHeading>
      {note}
      {failure && <FailureNote error={failure} onRetry={() => void check(file)} isBusy={isChecking} />}
      <form className="desk-send" onSubmit={(event) => void submit(event)}>
        <FileField
          key={imports}
          label={t('import.file')}
          formats={['.csv', '.json']}
          maxBytes={maxBytes}
          isDisabled={isImporting}
          onChoose={(chosen) => void check(chosen)}
        />
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
        {(isChecking || isImporting) && <p role="status">{t('import.busy')}</p>}
        {plan && <Plan plan={plan} />}
        {count > 0 && (
          <button type="submit" className="btn btn-primary btn-lg" aria-disabled={isImporting} aria-busy={isImporting}>
            {t('import.press', { count })}
          </button>
        )}
      </form>
      <Export />
    </>
  );
};
