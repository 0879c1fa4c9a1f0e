import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#contract/account.ts';
import { userChanges } from '#contract/account-forms.ts';
import { useUpdate } from '#features/account/account-data-api.ts';
import { NameFields, PhoneField } from '#features/account/account-fields.tsx';
import { AccountForm, useAccountForm } from '#features/account/account-form.tsx';
import { paths } from '#shared/paths.ts';
import { Checkbox } from '#shared/ui/field.tsx';
import { SubmitButton } from '#shared/ui/form-summary.tsx';
import { Link } from '#shared/ui/link.tsx';

/** Name, phone and newsletter consent. The email address has a section of its own. */
export const Profile = ({ user }: { readonly user: User }) => {
  const { t } = useTranslation('account');
  const [isSaved, setIsSaved] = useState(false);
  const { form, sending } = useAccountForm({
    texts: { firstName: user.firstName, lastName: user.lastName, phone: user.phone },
    checkboxes: { marketing: user.marketing },
    isFollowing: true,
    schema: userChanges,
  });
  const update = useUpdate(user);
  const save = (values: typeof form.values) => {
    // As they are saved: with a blank after it, a name would count as changed for ever, and take back what another device saves later.
    const { firstName = user.firstName, lastName = user.lastName, phone = user.phone } = userChanges.parse(values);
    form.setValues({ firstName, lastName, phone });
    return sending.send(update(form.changes), () => setIsSaved(true));
  };
  return (
    <AccountForm
      form={form}
      sending={sending}
      onChange={() => setIsSaved(false)}
      // Only what was changed here: another tab or device may have saved another field meanwhile.
      onSend={save}
    >
      <p className="quiet">
        <span>{t('profile.email', { email: user.email })}</span> <Link to={paths.accountSection('email')}>{t('profile.changeEmail')}</Link>
      </p>
      <div className="form-grid">
        <NameFields field={form.field} />
        <PhoneField {...form.field('phone')} />
      </div>
      <Checkbox {...form.checkbox('marketing')} isOptional>
        {t('marketing')}
      </Checkbox>
      <div className="account-actions">
        <SubmitButton isBusy={form.isBusy}>{t('my.save')}</SubmitButton>
        <span role="status">{isSaved && t('my.saved')}</span>
      </div>
    </AccountForm>
  );
};
