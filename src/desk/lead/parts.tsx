import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ukTime } from '#contract/delivery-dates.ts';
import type { SavedFile } from '#contract/desk/people.ts';
import { useChange } from '#desk/parts/use-change.tsx';
import { formatDay } from '#shared/format-date.ts';
import { saveFile } from '#shared/save-file.ts';

/** The state of a field whose rules the server has alone. */
export const useText = (name: string) => {
  const id = useId();
  const [value, onChange] = useState('');
  return { id, name, value, error: undefined, onChange };
};

type ActionProps = {
  readonly label: string;
  readonly call: () => Promise<unknown>;
  readonly onDone: () => void;
  readonly onShow?: () => void;
  readonly isMain?: boolean;
};

/** A button of one change, with why it failed. */
export const Action = ({ label, call, onDone, onShow = () => undefined, isMain = false }: ActionProps) => {
  const { change, isBusy, note } = useChange(onShow);
  return (
    <>
      {note}
      <button
        type="button"
        className={`btn btn-${isMain ? '' : 'outline-'}primary`}
        aria-disabled={isBusy}
        aria-busy={isBusy}
        onClick={() => void change(call).then((isDone) => isDone && onDone())}
      >
        {label}
      </button>
    </>
  );
};

type SaveProps = { readonly label: string; readonly load: () => Promise<SavedFile> };

/** A button that has the browser save a file. */
export const SaveAction = ({ label, load }: SaveProps) => {
  const { t } = useTranslation('desk-lead');
  const [saved, setSaved] = useState('');
  const call = async () => {
    const { name, text } = await load();
    saveFile(name, text, name.endsWith('.csv') ? 'text/csv' : 'application/json');
    setSaved(name);
  };
  return (
    <>
      <Action label={label} call={call} onDone={() => undefined} />
      <span role="status" className="quiet">
        {saved !== '' && t('saved', { name: saved })}
      </span>
    </>
  );
};

/** "27 November 2026" of a moment, by the UK day. */
export const useDay = () => {
  const { i18n } = useTranslation();
  return (at: string): string => formatDay(at.length === 10 ? at : ukTime(new Date(at)).day, i18n.language);
};

/** What was done, under the title. */
export const Said = ({ said }: { readonly said: string }) => <div role="status">{said !== '' && <p className="desk-said">{said}</p>}</div>;
