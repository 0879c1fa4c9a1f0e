import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedFile } from '#contract/desk/people.ts';
import type { Call } from '#desk/desk-api.ts';
import { saveFile } from '#shared/save-file.ts';
import { ChangeButton } from './change-form.tsx';

/** A button that has the browser save a file. */
export const SaveButton = ({ call, children }: { readonly call: Call<SavedFile>; readonly children: ReactNode }) => {
  const { t } = useTranslation('desk-lead');
  const [saved, setSaved] = useState('');
  const save = ({ name, text }: SavedFile) => {
    saveFile(name, text, name.endsWith('.csv') ? 'text/csv' : 'application/json');
    setSaved(name);
  };
  return (
    <>
      <ChangeButton call={call} onDone={save}>
        {children}
      </ChangeButton>
      <span role="status" className="quiet">
        {saved !== '' && t('saved', { name: saved })}
      </span>
    </>
  );
};
