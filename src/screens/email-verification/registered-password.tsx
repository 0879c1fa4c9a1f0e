import { type ComponentProps, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '#features/account/password-field.tsx';

/** The password chosen at registration. Takes the focus on mount, so that it is read out. */
export const RegisteredPassword = (field: Omit<ComponentProps<typeof PasswordField>, 'label' | 'hint' | 'isNew'>) => {
  const { t } = useTranslation('account');
  const { id } = field;
  useLayoutEffect(() => document.getElementById(id)?.focus(), [id]);
  return <PasswordField {...field} label={t('password')} hint={t('verify.passwordHint')} />;
};
