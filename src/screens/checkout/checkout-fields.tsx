import { useId, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { SavedAddress } from '#contract/account.ts';
import type { Pence } from '#contract/money.ts';
import { orderLimits } from '#contract/order.ts';
import { useProfileQuery } from '#features/account/account-api.ts';
import { AddressFields } from '#features/account/account-fields.tsx';
import { addressInOneLine } from '#features/account/format-address.ts';
import { paths } from '#shared/paths.ts';
import { withRedirect } from '#shared/safe-redirect.ts';
import { scrollToMiddle } from '#shared/scroll-to-middle.ts';
import { Checkbox, Field } from '#shared/ui/field.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import { GiftWrap } from './gift-wrap.tsx';
import type { CheckoutForm } from './use-checkout-form.ts';
import { addressTexts, isSameAddress } from './use-usual-address.ts';

type AddressTexts = Parameters<CheckoutForm['setValues']>[0];

const noAddress: AddressTexts = { streetAddress: '', streetAddress2: '', city: '', state: '', postalCode: '' };

/** The saved addresses of the account as radio buttons. The one in the fields is checked; the last button brings back what was typed before. */
const SavedAddresses = ({ form, addresses }: { readonly form: CheckoutForm; readonly addresses: readonly SavedAddress[] }) => {
  const { t } = useTranslation('checkout');
  const name = useId();
  const [typed, setTyped] = useState(noAddress);
  const chosen = addresses.find((address) => isSameAddress(address, form.values));
  const choose = (address: SavedAddress) => {
    if (!chosen) {
      const { firstName, lastName, streetAddress, streetAddress2, city, state, postalCode, phone } = form.values;
      setTyped({ firstName, lastName, streetAddress, streetAddress2, city, state, postalCode, phone });
    }
    form.setValues(addressTexts(address));
  };
  return (
    <div className="saved-addresses" role="radiogroup" aria-label={t('savedAddresses.label')}>
      {addresses.map((address) => (
        <label key={address._id} ref={address === chosen ? scrollToMiddle : undefined}>
          <input type="radio" name={name} checked={address === chosen} onChange={() => choose(address)} />
          <bdi>{addressInOneLine(address)}</bdi>
        </label>
      ))}
      <label>
        <input type="radio" name={name} checked={!chosen} onChange={() => form.setValues(typed)} />
        <span>{t('savedAddresses.another')}</span>
      </label>
    </div>
  );
};

/** The saved addresses of the signed-in shopper, or a link to sign in. Its height is fixed, against layout shift. */
const Account = ({ form }: { readonly form: CheckoutForm }) => {
  const { t } = useTranslation('checkout');
  const { data, isLoading } = useProfileQuery();
  const user = data?.user;
  const { pathname, search } = useLocation();
  return (
    <div className="checkout-account">
      {user &&
        (user.addresses.length > 0 ? (
          <SavedAddresses form={form} addresses={user.addresses} />
        ) : (
          <Link to={paths.accountSection('addresses')}>{t('account.keep')}</Link>
        ))}
      {!isLoading && !user && (
        <p>
          {t('account.text')} <Link to={withRedirect(paths.loginRegister, pathname + search)}>{t('account.signIn')}</Link>
        </p>
      )}
    </div>
  );
};

type ExtraProps = { readonly form: CheckoutForm; readonly name: 'giftMessage' | 'note' };

/** A rarely needed field, behind a button. With a text (e.g. of a draft) or an error the field is shown at once. */
const OptionalField = ({ form, name }: ExtraProps) => {
  const { t } = useTranslation('checkout');
  const field = form.field(name);
  const [isOpen, setIsOpen] = useState(false);
  useLayoutEffect(() => {
    if (isOpen) document.getElementById(field.id)?.focus();
  }, [isOpen, field.id]);
  if (!isOpen && field.value === '' && field.error === undefined)
    return (
      <button type="button" className="btn btn-link checkout-extra" onClick={() => setIsOpen(true)}>
        <Icon name="plus" />
        <span>{t(`add.${name}`)}</span>
      </button>
    );
  return (
    <Field
      {...field}
      // The field stays open when its text is deleted.
      onChange={(value) => {
        setIsOpen(true);
        field.onChange(value);
      }}
      label={t(`fields.${name}`)}
      hint={t(`hints.${name}`)}
      rows={2}
      limit={orderLimits.note}
      autoComplete="off"
      isOptional
    />
  );
};

type CheckoutFieldsProps = {
  readonly form: CheckoutForm;
  readonly isCollected: boolean;
  /** What it costs; undefined where it is not offered. */
  readonly giftWrap: Pence | undefined;
};

/** The fields of an order: email, address, gift message, wrapping and note for the courier. */
export const CheckoutFields = ({ form, isCollected, giftWrap }: CheckoutFieldsProps) => {
  const { t } = useTranslation('checkout');
  return (
    <>
      <fieldset className="form-part">
        <legend>{t('contact')}</legend>
        <Field {...form.field('email')} label={t('fields.email')} hint={t('hints.email')} type="email" autoComplete="email" />
        <Checkbox {...form.checkbox('refusesReviewMail')} autoComplete="off" isOptional>
          {t('refusesReviewMail')}
        </Checkbox>
      </fieldset>
      <fieldset className="form-part">
        <legend>{t(isCollected ? 'addressOfCollector' : 'address')}</legend>
        <Account form={form} />
        <div className="form-grid">
          <Field {...form.field('firstName')} label={t('fields.firstName')} autoComplete="given-name" isHalf />
          <Field {...form.field('lastName')} label={t('fields.lastName')} autoComplete="family-name" isRequired={false} isHalf />
          <AddressFields form={form} labelOf={(name) => t(`fields.${name}`)} />
          <Field {...form.field('phone')} label={t('fields.phone')} hint={t('hints.phone')} type="tel" autoComplete="tel" />
          <OptionalField form={form} name="giftMessage" />
          {giftWrap !== undefined && <GiftWrap form={form} price={giftWrap} />}
          <OptionalField form={form} name="note" />
        </div>
      </fieldset>
    </>
  );
};
