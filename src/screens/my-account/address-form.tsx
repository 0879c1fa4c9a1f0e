import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedAddress, User } from '#contract/account.ts';
import { billingInfo } from '#contract/order.ts';
import { AccountForm } from '#features/account/account-form.tsx';
import { NameFields } from '#features/account/person-fields.tsx';
import { useFieldMessages } from '#features/account/use-messages.ts';
import { useUpdate } from '#features/account/use-update.ts';
import { Field } from '#shared/ui/field.tsx';
import { fieldErrors } from '#shared/ui/field-errors.ts';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { type FieldErrors, useForm } from '#shared/ui/use-form.ts';

/** The server's field names have the address's index: `addresses.0.city`. */
const withoutIndex = (errors: FieldErrors = {}): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([name, text]) => [name.replace(/^addresses\.\d+\./, ''), text]));

/** Adds an address, or changes `address`. `onDone` is called after saving or cancelling. */
export const AddressForm = ({
  user,
  address,
  onDone,
}: {
  readonly user: User;
  readonly address: SavedAddress | undefined;
  readonly onDone: () => void;
}) => {
  const { t } = useTranslation('account');
  const toMessage = useFieldMessages();
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => headingRef.current?.focus(), []);
  const { _id, ...initialValues } = address ?? {
    _id: undefined,
    firstName: user.firstName,
    lastName: user.lastName,
    streetAddress: '',
    streetAddress2: '',
    city: '',
    state: '',
    postalCode: '',
    phone: user.phone,
  };
  const form = useForm({
    texts: initialValues,
    checkboxes: {},
    // The rules of an order's address, which need an e-mail address; this form has no such field.
    validate: (values) => fieldErrors(billingInfo, { ...values, email: user.email }, toMessage),
  });
  const sending = useUpdate(user, { setErrors: (errors) => form.setErrors(withoutIndex(errors)) });
  return (
    <AccountForm
      form={form}
      sending={sending}
      heading={
        <h3 ref={headingRef} tabIndex={-1}>
          {address ? t('addresses.edit') : t('addresses.new')}
        </h3>
      }
      onSend={(values) => {
        const addresses =
          _id === undefined ? [...user.addresses, values] : user.addresses.map((each) => (each._id === _id ? { ...values, _id } : each));
        return sending.update({ addresses }, onDone);
      }}
    >
      <div className="form-grid">
        <NameFields field={form.field} />
        <Field {...form.field('streetAddress')} label={t('addresses.street')} autoComplete="address-line1" />
        <Field {...form.field('streetAddress2')} label={t('addresses.street2')} autoComplete="address-line2" isOptional />
        <div className="field-half">
          <Field {...form.field('city')} label={t('addresses.city')} autoComplete="address-level2" />
        </div>
        <div className="field-half">
          <Field {...form.field('state')} label={t('addresses.county')} autoComplete="address-level1" isOptional />
        </div>
        <div className="field-half">
          <Field {...form.field('postalCode')} label={t('addresses.postcode')} autoComplete="postal-code" autoCapitalize="characters" />
        </div>
        <div className="field-half">
          <Field {...form.field('phone')} label={t('phone')} type="tel" autoComplete="tel" inputMode="tel" />
        </div>
      </div>
      <div className="account-ways">
        <SubmitButton isBusy={form.isBusy}>{t('my.save')}</SubmitButton>
        <button type="button" className="btn btn-link" onClick={onDone}>
          {t('my.cancel')}
        </button>
      </div>
    </AccountForm>
  );
};
