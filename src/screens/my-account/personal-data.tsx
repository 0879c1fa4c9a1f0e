import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#contract/account.ts';
import { ownPassword } from '#contract/account-forms.ts';
import { ukDayOf } from '#contract/delivery-dates.ts';
import { useDeleteUserMutation, useExportUserMutation } from '#features/account/account-data-api.ts';
import { PasswordField, UsernameField } from '#features/account/account-fields.tsx';
import { AccountForm, useAccountForm, useFailureMessage } from '#features/account/account-form.tsx';
import { saveFile } from '#shared/save-file.ts';
import { useShop } from '#shared/shop.tsx';
import { SubmitButton } from '#shared/ui/form-summary.tsx';
import { noFormFields, useSending } from '#shared/ui/use-sending.ts';

/** Everything that the shop holds of this user, as a JSON file. */
const Download = () => {
  const shop = useShop();
  const { t } = useTranslation('account');
  const [exportUser, { isLoading: isBusy }] = useExportUserMutation();
  const { send, message } = useSending(noFormFields, useFailureMessage());
  const [isDone, setIsDone] = useState(false);
  const download = () => {
    if (isBusy) return;
    setIsDone(false);
    void send(exportUser().unwrap(), (data) => {
      saveFile(`${shop.name}-${ukDayOf(data.exportedAt)}.json`, JSON.stringify(data, undefined, 2), 'application/json');
      setIsDone(true);
    });
  };
  return (
    <>
      <h3>{t('data.download')}</h3>
      <p className="prose">{t('data.downloadText')}</p>
      <div role="alert">{message !== undefined && <p className="note note-danger">{message}</p>}</div>
      <div className="account-actions">
        <button type="button" className="btn btn-outline-primary" aria-disabled={isBusy} aria-busy={isBusy} onClick={download}>
          {t('data.downloadButton')}
        </button>
        <span role="status">{isDone && t('data.downloaded')}</span>
      </div>
    </>
  );
};

type DeletionProps = { readonly user: User; readonly onDeleting: (isDeleting: boolean) => void };

/** Deletes the account, after its consequences and the password. */
const Deletion = ({ user, onDeleting }: DeletionProps) => {
  const { t } = useTranslation('account');
  const [deleteUser] = useDeleteUserMutation();
  const { form, sending } = useAccountForm({ texts: { password: '' }, schema: ownPassword });
  return (
    <AccountForm
      form={form}
      sending={sending}
      heading={<h3>{t('data.delete')}</h3>}
      onSend={async ({ password }) => {
        onDeleting(true);
        if (await sending.send(deleteUser({ password }).unwrap())) onDeleting(false);
      }}
    >
      <ul className="prose account-consequences">
        <li>{t('data.gone')}</li>
        <li>{t('data.orders')}</li>
        <li>{t('data.running')}</li>
        <li>{t('data.final')}</li>
      </ul>
      <UsernameField user={user} />
      <PasswordField {...form.field('password')} label={t('currentPassword')} hint={t('data.passwordHint')} />
      <SubmitButton isBusy={form.isBusy}>{t('data.deleteButton')}</SubmitButton>
    </AccountForm>
  );
};

/** Download of a user's data, and deletion of the account. */
export const PersonalData = (props: DeletionProps) => (
  <>
    <Download />
    <hr />
    <Deletion {...props} />
  </>
);
