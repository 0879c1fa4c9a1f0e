import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { registration } from '#contract/account-forms.ts';
import type { Order } from '#contract/order.ts';
import { useRegisterMutation } from '#features/account/account-data-api.ts';
import { PasswordField } from '#features/account/account-fields.tsx';
import { AccountForm, useAccountForm } from '#features/account/account-form.tsx';
import { selectIsShopperKnown, selectIsSignedIn } from '#features/account/shopper-slice.ts';
import { useNavigateWhileHere } from '#shared/hooks/use-navigate-while-here.ts';
import { paths } from '#shared/paths.ts';
import { withRedirect } from '#shared/safe-redirect.ts';
import { SubmitButton } from '#shared/ui/form-summary.tsx';
import { LinkedText } from '#shared/ui/linked-text.tsx';

/** Offers a guest an account with the name and address of the order: only a password is missing. The mailbox is verified afterwards. */
export const GuestRegistration = ({ order: { _id: id, billingInfo } }: { readonly order: Order }) => {
  const { t } = useTranslation('orders');
  const navigate = useNavigateWhileHere();
  const isKnown = useSelector(selectIsShopperKnown);
  const isSignedIn = useSelector(selectIsSignedIn);
  const { firstName, lastName, email, phone } = billingInfo;
  const toInput = ({ password }: { readonly password: string }) => ({
    firstName,
    lastName,
    email,
    phone,
    password,
    acceptsTerms: true as const,
  });
  const { form, sending } = useAccountForm({ texts: { password: '' }, schema: registration, toInput, isNewPassword: true });
  const [register] = useRegisterMutation();
  if (!isKnown || isSignedIn || !email) return null;
  return (
    <section className="guest-registration" aria-labelledby="guest-registration">
      <h2 id="guest-registration">{t('guestRegistration.heading')}</h2>
      <p>{t('guestRegistration.text', { email })}</p>
      <AccountForm
        form={form}
        sending={sending}
        onSend={(values) =>
          sending.send(register({ ...toInput(values), wantsToResell: false, marketing: false }).unwrap(), () =>
            navigate(withRedirect(paths.emailVerification, paths.orderStatusOf(id)), { state: { email, isSent: true } }),
          )
        }
      >
        <PasswordField {...form.field('password')} label={t('guestRegistration.password')} isNew />
        <SubmitButton isBusy={form.isBusy}>{t('guestRegistration.button')}</SubmitButton>
        <p className="quiet">
          <LinkedText text={t('guestRegistration.terms')} to={{ terms: paths.terms, privacy: paths.privacy }} />
        </p>
      </AccountForm>
    </section>
  );
};
