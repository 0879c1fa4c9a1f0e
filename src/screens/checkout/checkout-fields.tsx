import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { SavedAddress } from '#contract/account.ts';
import { orderLimits } from '#contract/order.ts';
import { useProfileQuery } from '#features/account/account-api.ts';
import { AddressFields } from '#features/account/account-fields.tsx';
import { addressInOneLine } from '#features/account/format-address.ts';
import { paths } from '#shared/paths.ts';
import { withRedirect } from '#shared/safe-redirect.ts';
import { Field } from '#shared/ui/field.tsx';
import { Link } from '#shared/ui/link.tsx';
import type { CheckoutForm } from './use-checkout-form.ts';

/** Choosing a saved address of the account fills the fields. */
const SavedAddresses = ({ form, addresses }: { readonly form: CheckoutForm; readonly addresses: readonly SavedAddress[] }) => {
  const { t } = useTranslation('checkout');
  const pick = (id: string) => {
    const { _id, ...address } = addresses.find((each) => each._id === id) ?? {};
    form.setValues(address);
  };
  return (
    <select className="form-select" aria-label={t('savedAddresses')} defaultValue="" onChange={(event) => pick(event.target.value)}>
      <option value="" disabled>
        {t('savedAddresses')}
      </option>
      {addresses.map((address) => (
        <option key={address._id} value={address._id}>
          {addressInOneLine(address)}
        </option>
      ))}
    </select>
  );
};

/** The signed-in user with the addresses of the account, or a link to sign in. Its height is fixed, against layout shift. */
const Account = ({ form }: { readonly form: CheckoutForm }) => {
  const { t } = useTranslation('checkout');
  const { data, isLoading } = useProfileQuery();
  const user = data?.user;
  const { pathname, search } = useLocation();
  return (
    <div className="checkout-account">
      {user && (
        <>
          <p>{t('account.as', { email: user.email })}</p>
          {user.addresses.length > 0 ? (
            <SavedAddresses form={form} addresses={user.addresses} />
          ) : (
            <Link to={paths.accountSection('addresses')}>{t('account.keep')}</Link>
          )}
        </>
      )}
      {!isLoading && !user && (
        <>
          <p>{t('account.text')}</p>
          <Link to={withRedirect(paths.loginRegister, pathname + search)}>{t('account.signIn')}</Link>
        </>
      )}
    </div>
  );
};

/** The fields of an order: email, address and note. */
export const CheckoutFields = ({ form }: { readonly form: CheckoutForm }) => {
  const { t } = useTranslation('checkout');
  return (
    <>
      <Account form={form} />
      <fieldset className="form-part">
        <legend>{t('contact')}</legend>
        <Field {...form.field('email')} label={t('fields.email')} hint={t('hints.email')} type="email" autoComplete="email" />
      </fieldset>
      <fieldset className="form-part">
        <legend>{t('address')}</legend>
        <div className="form-grid">
          <Field {...form.field('firstName')} label={t('fields.firstName')} autoComplete="given-name" isHalf />
          <Field {...form.field('lastName')} label={t('fields.lastName')} autoComplete="family-name" isHalf />
          <AddressFields form={form} labelOf={(name) => t(`fields.${name}`)} />
          <Field {...form.field('phone')} label={t('fields.phone')} hint={t('hints.phone')} type="tel" autoComplete="tel" />
          <Field
            {...form.field('note')}
            label={t('fields.note')}
            hint={t('hints.note')}
            rows={3}
            limit={orderLimits.note}
            autoComplete="off"
            isOptional
          />
        </div>
      </fieldset>
    </>
  );
};
