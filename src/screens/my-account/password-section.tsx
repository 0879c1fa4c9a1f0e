import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#contract/account.ts';
import { userChanges } from '#contract/account-forms.ts';
import { useUpdate } from '#features/account/account-data-api.ts';
import { PasswordField, UsernameField } from '#features/account/account-fields.tsx';
import { AccountForm, useAccountForm } from '#features/account/account-form.tsx';
import { SubmitButton } from '#shared/ui/form-summary.tsx';

/** Changes the password, which needs the current one and ends every other session. */
export const PasswordSection = ({ user }: { readonly user: User }) => {
  const { t } = useTranslation('account');
  const [isDone, setIsDone] = useState(false);
  const { form, sending } = useAccountForm({
    texts: { currentPassword: '', password: '' },
    schema: userChanges,
    isNewPassword: true,
  });
  const update = useUpdate(user);
  return (
    <AccountForm
      form={form}
      sending={sending}
      onChange={() => setIsDone(false)}
      onSend={(values) =>
        sending.send(update(values), () => {
          form.reset();
          setIsDone(true);
        })
      }
    >
      <p className="quiet">{t('passwordSection.text')}</p>
      <UsernameField user={user} />
      <PasswordField {...form.field('currentPassword')} label={t('currentPassword')} />
      <PasswordField {...form.field('password')} label={t('newPassword')} isNew />
      <div className="account-actions">
        <SubmitButton isBusy={form.isBusy}>{t('passwordSection.button')}</SubmitButton>
        <span role="status">{isDone && t('passwordSection.done')}</span>
      </div>
    </AccountForm>
  );
};
