import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#contract/account.ts';
import { userChanges } from '#contract/account-forms.ts';
import { useFieldSentences } from '#features/account/use-sentences.ts';
import { useUpdate } from '#features/account/use-update.ts';
import { shop } from '#shared/shop.ts';
import { Field } from '#shared/ui/field.tsx';
import { fieldErrors } from '#shared/ui/field-errors.ts';
import { FormSummary } from '#shared/ui/form-summary.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { Tick } from '#shared/ui/tick.tsx';
import { useForm } from '#shared/ui/use-form.ts';

/** Name, phone and news by mail. The e-mail address cannot be changed here (api.md). */
export const Profile = ({ user }: { readonly user: User }) => {
  const { t } = useTranslation('account');
  const sentence = useFieldSentences();
  const [isSaved, setIsSaved] = useState(false);
  const form = useForm({
    texts: { firstName: user.firstName, lastName: user.lastName, phone: user.phone },
    ticks: { marketing: user.marketing },
    check: (values) => fieldErrors(userChanges, values, sentence),
  });
  const { update, forget, message } = useUpdate(user, form);
  return (
    <form
      method="post"
      noValidate
      className="account-form"
      onChange={() => setIsSaved(false)}
      onSubmit={(event) => {
        forget();
        form.submit((values) => update(values, () => setIsSaved(true)))(event);
      }}
    >
      <FormSummary form={form} message={message} />
      <p className="quiet">{t('profile.email', { email: user.email, shop: shop.email })}</p>
      <div className="form-grid">
        <div className="field-half">
          <Field {...form.field('firstName')} label={t('firstName')} autoComplete="given-name" />
        </div>
        <div className="field-half">
          <Field {...form.field('lastName')} label={t('lastName')} autoComplete="family-name" />
        </div>
        <Field {...form.field('phone')} label={t('phone')} hint={t('phoneHint')} type="tel" autoComplete="tel" inputMode="tel" isOptional />
      </div>
      <Tick {...form.tick('marketing')} isOptional>
        {t('marketing')}
      </Tick>
      <div className="account-ways">
        <SubmitButton isBusy={form.isBusy}>{t('my.save')}</SubmitButton>
        <span role="status">{isSaved && t('my.saved')}</span>
      </div>
    </form>
  );
};
